import {
  BookOpen,
  CreditCard,
  FileText,
  FolderHeart,
  LayoutDashboard,
  type LucideIcon,
  Settings,
} from 'lucide-react';

type Entry = { to: string; label: string; icon: LucideIcon };

export const memberEntries: Entry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/prompts', label: 'Prompts', icon: FileText },
  { to: '/playbooks', label: 'Playbooks', icon: BookOpen },
  { to: '/subscription', label: 'Subscription', icon: CreditCard },
  { to: '/settings', label: 'Settings', icon: Settings },
];

/** What a member has made of the library: below the entries that the specification names. */
export const ownEntries: Entry[] = [{ to: '/collections', label: 'Collections', icon: FolderHeart }];

/** The pages of a member in the account menu, which is there on public pages too. Admins tell their two dashboards apart. */
export const accountEntries = (isAdmin: boolean): { to: string; label: string }[] =>
  [...memberEntries, ...ownEntries].flatMap((entry) =>
    isAdmin && entry.to === '/dashboard'
      ? [
          { to: '/dashboard', label: 'User Dashboard' },
          { to: '/admin', label: 'Admin Dashboard' },
        ]
      : [entry],
  );

/** Where sign-out leads. */
export const afterSignOut = '/signin';
