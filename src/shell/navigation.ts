import { BookOpen, CreditCard, FileText, LayoutDashboard, type LucideIcon, Settings } from 'lucide-react';

type Entry = { to: string; label: string; icon: LucideIcon };

export const memberEntries: Entry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/prompts', label: 'Prompts', icon: FileText },
  { to: '/playbooks', label: 'Playbooks', icon: BookOpen },
  { to: '/subscription', label: 'Subscription', icon: CreditCard },
  { to: '/settings', label: 'Settings', icon: Settings },
];

/** Where sign-out leads. */
export const afterSignOut = '/signin';
