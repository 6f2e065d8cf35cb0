import { Link } from 'react-router';
import { privateMeta } from '#platform/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { adminEntries } from './public/admin-navigation.ts';

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
      <ul className="grid border-t border-l border-line sm:grid-cols-2 xl:grid-cols-3">
        {adminEntries
          .filter(({ to }) => to in about)
          .map(({ to, label, icon: Icon }) => (
            <li key={to} className="group relative border-r border-b border-line p-6 hover:bg-surface">
              <Icon className="mb-4 size-5 text-accent" aria-hidden="true" />
              <h2 className="text-xl">
                <Link to={to} className="after:absolute after:inset-0 group-hover:text-accent">
                  {label}
                </Link>
              </h2>
              <p className="mt-1.5 text-sm text-muted">{about[to]}</p>
            </li>
          ))}
      </ul>
    </AdminFrame>
  );
}
