import {
  BookOpen,
  CreditCard,
  FilePen,
  FileText,
  FolderHeart,
  Heart,
  History,
  LayoutDashboard,
  type LucideIcon,
  Settings,
} from 'lucide-react';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

type Entry = { to: string; label: string; icon: LucideIcon };

export const memberEntries: Entry[] = [
  {
    to: '/dashboard',
    get label() {
      return common.dashboard();
    },
    icon: LayoutDashboard,
  },
  {
    to: '/prompts',
    get label() {
      return common.prompts();
    },
    icon: FileText,
  },
  {
    to: '/playbooks',
    get label() {
      return common.playbooks();
    },
    icon: BookOpen,
  },
  {
    to: '/subscription',
    get label() {
      return common.subscription();
    },
    icon: CreditCard,
  },
  {
    to: '/settings',
    get label() {
      return common.settings();
    },
    icon: Settings,
  },
];

/** What a member has made of the library: below the entries that the specification names. */
export const ownEntries: Entry[] = [
  {
    to: '/prompts?favorites=true',
    get label() {
      return m.favorites();
    },
    icon: Heart,
  },
  {
    to: '/collections',
    get label() {
      return m.collections();
    },
    icon: FolderHeart,
  },
  {
    to: '/my-versions',
    get label() {
      return m.my_versions();
    },
    icon: FilePen,
  },
  {
    to: '/history',
    get label() {
      return m.history();
    },
    icon: History,
  },
];

/** The pages of a member in the account menu, which is there on public pages too. Admins tell their two dashboards apart. */
export const accountEntries = (isAdmin: boolean): { to: string; label: string }[] =>
  [...memberEntries, ...ownEntries].flatMap((entry) =>
    isAdmin && entry.to === '/dashboard'
      ? [
          { to: '/dashboard', label: m.user_dashboard() },
          { to: '/admin', label: common.admin_dashboard() },
        ]
      : [entry],
  );

/** Where the pages of single items are that belong to a list with another address. */
const itemPaths: Partial<Record<string, string>> = {
  '/prompts': '/prompt/',
  '/playbooks': '/playbook/',
  '/admin/users': '/admin/members/',
};

/** The two lists that can show favorites alone. */
const favoriteLists = ['/prompts', '/playbooks'];

type Place = { pathname: string; search: string };

/** What `aria-current` says of an entry: whether a page is the entry's own, or belongs to it. */
export function currentOf(to: string, { pathname, search }: Place): 'page' | true | undefined {
  const isOfFavorites =
    favoriteLists.includes(pathname) && new URLSearchParams(search).get('favorites') === 'true';
  if (to.includes('?') || isOfFavorites) return to.includes('?') && isOfFavorites ? 'page' : undefined;
  if (to === pathname) return 'page';
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  // Every admin page is below that of the dashboard.
  if (to === '/admin') return path === '/admin/' || undefined;
  const itemPath = itemPaths[to];
  return path.startsWith(`${to}/`) || (itemPath !== undefined && path.startsWith(itemPath)) || undefined;
}
