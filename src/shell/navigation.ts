import {
  BookOpen,
  CreditCard,
  FilePen,
  FileText,
  FolderHeart,
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

/** Whether a page is that of an entry or belongs to it. */
export function isCurrent(to: string, pathname: string): boolean {
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  // Every admin page is below that of the dashboard.
  if (to === '/admin') return path === '/admin/';
  const itemPath = itemPaths[to];
  return path.startsWith(`${to}/`) || (itemPath !== undefined && path.startsWith(itemPath));
}
