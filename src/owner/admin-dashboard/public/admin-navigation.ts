import {
  BookOpen,
  ChartColumn,
  CreditCard,
  ExternalLink,
  FileText,
  FolderTree,
  LayoutDashboard,
  type LucideIcon,
  PanelsTopLeft,
  SlidersHorizontal,
  TicketPercent,
  Users,
} from 'lucide-react';

type Entry = { to: string; label: string; icon: LucideIcon };

export const adminEntries: Entry[] = [
  { to: '/', label: 'View Site', icon: ExternalLink },
  { to: '/admin', label: 'Admin Dashboard', icon: LayoutDashboard },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/prompts', label: 'Manage Prompts', icon: FileText },
  { to: '/admin/playbooks', label: 'Manage Playbooks', icon: BookOpen },
  { to: '/admin/categories', label: 'Categories', icon: FolderTree },
  { to: '/admin/pricing', label: 'Pricing', icon: CreditCard },
  { to: '/admin/settings', label: 'Site Settings', icon: SlidersHorizontal },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartColumn },
];

/** The pages in the second group of the sidebar, 'More', and in the second row of the dashboard. */
export const moreAdminEntries: (Entry & { about: string })[] = [
  {
    to: '/admin/site',
    label: 'Site',
    icon: PanelsTopLeft,
    about: 'What the home page and the page of plans say.',
  },
  {
    to: '/admin/offers',
    label: 'Offers',
    icon: TicketPercent,
    about: 'Give discounts and gift plans with codes.',
  },
];
