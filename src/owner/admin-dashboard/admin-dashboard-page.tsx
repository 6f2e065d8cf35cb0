import { Link } from 'react-router';
import { BillingWarnings } from '#money/billing/public/billing-warnings.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { WebhookWarning } from '#site/settings/public/webhook-warning.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { adminEntries, moreAdminEntries } from './public/admin-navigation.ts';

export const meta = () => privateMeta('Admin Dashboard');

const about: Record<string, string> = {
  '/admin/users': 'See accounts, their roles, and their plans.',
  '/admin/prompts': 'Import and edit prompts, and set who can read them.',
  '/admin/playbooks': 'Build step-by-step guides, set prices, and publish.',
  '/admin/categories': 'Organize the library.',
  '/admin/pricing': 'Set plan prices, limits, and features.',
  '/admin/settings': 'Set payment keys, site name, logo, and support email.',
  '/admin/analytics': 'See how the site is doing.',
};

export default function AdminDashboardPage() {
  return (
    <AdminFrame title="Admin Dashboard">
      <WebhookWarning />
      <BillingWarnings />
      <Areas
        areas={adminEntries.flatMap(({ to, ...entry }) => {
          const text = about[to];
          return text === undefined ? [] : [{ ...entry, to, about: text }];
        })}
      />
      <h2 className="eyebrow mt-10 mb-3">More</h2>
      <Areas areas={moreAdminEntries} />
    </AdminFrame>
  );
}

const Areas = ({ areas }: { areas: typeof moreAdminEntries }) => (
  <ul className="grid border-t border-l border-line sm:grid-cols-2 xl:grid-cols-3">
    {areas.map(({ to, label, icon: Icon, about: text }) => (
      <li key={to} className="group relative border-r border-b border-line p-6 hover:bg-surface">
        <Icon className="mb-4 size-5 text-accent" aria-hidden="true" />
        <h2 className="text-xl">
          <Link to={to} className="after:absolute after:inset-0 group-hover:text-accent">
            {label}
          </Link>
        </h2>
        <p className="mt-1.5 text-sm text-muted">{text}</p>
      </li>
    ))}
  </ul>
);
