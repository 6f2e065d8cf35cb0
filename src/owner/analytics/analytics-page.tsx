import { FiguresView } from '#owner/figures/public/figures-view.tsx';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { WithLabs } from '#site/settings/public/with-labs.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { formatPrice } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.analytics);

export default function AnalyticsPage() {
  return (
    <AdminFrame title={common.analytics()}>
      <WithLabs off={<Placeholder />}>
        <FiguresView />
      </WithLabs>
    </AdminFrame>
  );
}

function Placeholder() {
  const { currency } = useSiteSettings();
  const cards = [
    [m.total_users(), '0'],
    [m.total_revenue(), formatPrice(0, currency)],
    [m.page_views(), '0'],
    [m.active_subscriptions(), '0'],
  ];
  return (
    <>
      <dl className="grid border-t border-l border-line sm:grid-cols-2 xl:grid-cols-4">
        {cards.map(([label, value]) => (
          <div key={label} className="border-r border-b border-line bg-surface px-5 py-4">
            <dt className="text-[0.8125rem] text-muted">{label}</dt>
            <dd className="mt-1 font-serif text-3xl font-medium">
              {value}
              <span className="mt-1 block font-sans text-[0.8125rem] text-muted">
                {m.n0_from_last_month()}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-8 border-y border-line py-16 text-center text-muted">
        {m.detailed_analytics_coming_soon()}
      </p>
    </>
  );
}
