import { privateMeta } from '#platform/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';

export const meta = () => privateMeta('Analytics');

const cards = [
  ['Total Users', '0'],
  ['Total Revenue', '$0'],
  ['Page Views', '0'],
  ['Active Subscriptions', '0'],
] as const;

export default function AnalyticsPage() {
  return (
    <AdminFrame title="Analytics">
      <dl className="grid border-t border-l border-line sm:grid-cols-2 xl:grid-cols-4">
        {cards.map(([label, value]) => (
          <div key={label} className="border-r border-b border-line bg-surface px-5 py-4">
            <dt className="text-[0.8125rem] text-muted">{label}</dt>
            <dd className="mt-1 font-serif text-3xl font-medium">
              {value}
              <span className="mt-1 block font-sans text-[0.8125rem] text-muted">+0% from last month</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-8 border-y border-line py-16 text-center text-muted">Detailed analytics coming soon</p>
    </AdminFrame>
  );
}
