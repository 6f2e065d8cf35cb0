import {
  BookOpen,
  ChartColumn,
  CreditCard,
  ExternalLink,
  FileText,
  FileUp,
  FolderTree,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  PanelsTopLeft,
  ScrollText,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  TicketPercent,
  Users,
  Webhook,
} from 'lucide-react';
import type { Profile } from '#people/session/public/profile.contract.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

type Entry = { to: string; label: string; icon: LucideIcon };

export const adminEntries: Entry[] = [
  {
    to: '/',
    get label() {
      return m.view_site();
    },
    icon: ExternalLink,
  },
  {
    to: '/admin',
    get label() {
      return common.admin_dashboard();
    },
    icon: LayoutDashboard,
  },
  {
    to: '/admin/users',
    get label() {
      return common.users();
    },
    icon: Users,
  },
  {
    to: '/admin/prompts',
    get label() {
      return m.manage_prompts();
    },
    icon: FileText,
  },
  {
    to: '/admin/playbooks',
    get label() {
      return m.manage_playbooks();
    },
    icon: BookOpen,
  },
  {
    to: '/admin/categories',
    get label() {
      return common.categories();
    },
    icon: FolderTree,
  },
  {
    to: '/admin/pricing',
    get label() {
      return common.pricing();
    },
    icon: CreditCard,
  },
  {
    to: '/admin/settings',
    get label() {
      return common.site_settings();
    },
    icon: SlidersHorizontal,
  },
  {
    to: '/admin/analytics',
    get label() {
      return common.analytics();
    },
    icon: ChartColumn,
  },
];

/** The pages in the second group of the sidebar, 'More', and in the second row of the dashboard. */
export const moreAdminEntries: (Entry & { about: string })[] = [
  {
    to: '/admin/site',
    get label() {
      return common.site();
    },
    icon: PanelsTopLeft,
    get about() {
      return m.site_about();
    },
  },
  {
    to: '/admin/pages',
    get label() {
      return m.pages();
    },
    icon: ScrollText,
    get about() {
      return m.terms_privacy_and_pages();
    },
  },
  {
    to: '/admin/offers',
    get label() {
      return common.offers();
    },
    icon: TicketPercent,
    get about() {
      return m.offers_about();
    },
  },
  {
    to: '/admin/mailings',
    get label() {
      return m.email_to_members();
    },
    icon: Send,
    get about() {
      return m.write_to_your_members();
    },
  },
  {
    to: '/admin/webhooks',
    get label() {
      return m.webhooks();
    },
    icon: Webhook,
    get about() {
      return m.webhooks_about();
    },
  },
  {
    to: '/admin/imports',
    get label() {
      return m.imports();
    },
    icon: FileUp,
    get about() {
      return m.import_about();
    },
  },
  {
    to: '/admin/comments',
    get label() {
      return m.comments();
    },
    icon: MessagesSquare,
    get about() {
      return m.review_comments_that_wait();
    },
  },
  {
    to: '/admin/audit',
    get label() {
      return m.audit_log();
    },
    icon: ShieldCheck,
    get about() {
      return m.see_what_your_team_has_done();
    },
  },
];

type Can = Profile['can'];

/** Areas that editors or support can open too, by the beginning of their paths. All others are for admins only. */
const areas: [keyof Can, string[]][] = [
  ['edit_catalog', ['/admin/prompts', '/admin/playbooks', '/admin/imports']],
  ['support_members', ['/admin/users', '/admin/members', '/admin/comments']],
];

/** Whether someone with these permissions can open a page of the admin area. */
export function canOpen(can: Can, path: string): boolean {
  if (can.administer || path === '/' || /^\/admin\/?$/.test(path)) return true;
  return areas.some(
    ([name, addresses]) =>
      can[name] && addresses.some((address) => path === address || path.startsWith(`${address}/`)),
  );
}

/** Shown only while emails are kept in the outbox. */
export const outboxEntry: (typeof moreAdminEntries)[number] = {
  to: '/admin/outbox',
  get label() {
    return m.outbox();
  },
  icon: Inbox,
  get about() {
    return m.outbox_about();
  },
};
