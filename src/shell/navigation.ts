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

/** Whether a page belongs to the admin area. */
export const isAdminPath = (path: string) => /^\/admin(\/|$)/.test(path);

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

/** Pages with a member's own content, below the entries that the specification names. */
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

/** A member's pages in the account menu, which is on public pages too. For admins, the two dashboards have different labels. */
export const accountEntries = (isAdmin: boolean): { to: string; label: string }[] =>
  [...memberEntries, ...ownEntries].flatMap((entry) =>
    isAdmin && entry.to === '/dashboard'
      ? [
          { to: '/dashboard', label: m.user_dashboard() },
          { to: '/admin', label: common.admin_dashboard() },
        ]
      : [entry],
  );

/** Paths of single items, for lists whose items are at another path. */
const itemPaths: Partial<Record<string, string>> = {
  '/prompts': '/prompt/',
  '/playbooks': '/playbook/',
  '/admin/users': '/admin/members/',
};

/** The two lists that can be filtered by favorites. */
const favoriteLists = ['/prompts', '/playbooks'];

type Place = { pathname: string; search: string };

/** The `aria-current` of an entry: `page` if the place is the entry's own page, true if it belongs to it. */
export function currentOf(to: string, { pathname, search }: Place): 'page' | true | undefined {
  const isOfFavorites =
    favoriteLists.includes(pathname) && new URLSearchParams(search).get('favorites') === 'true';
  if (to.includes('?') || isOfFavorites) return to.includes('?') && isOfFavorites ? 'page' : undefined;
  if (to === pathname) return 'page';
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  // Every admin page's path begins with the dashboard's.
  if (to === '/admin') return path === '/admin/' || undefined;
  const itemPath = itemPaths[to];
  return path.startsWith(`${to}/`) || (itemPath !== undefined && path.startsWith(itemPath)) || undefined;
}
