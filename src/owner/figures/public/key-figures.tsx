import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { retention } from '#constants';
import { settingsQuery } from '#site/settings/public/admin-settings-query.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { FigureTiles } from '../figure-tiles.tsx';
import * as m from '../words/messages.ts';
import { figureSummaryQuery } from './figure-queries.ts';

const linkStyles = 'font-semibold text-accent underline underline-offset-4';

/** The current state of the site, with a link to all figures or to the setting that turns them on. */
export function KeyFigures() {
  const { data } = useQuery(figureSummaryQuery);
  const { data: settings } = useQuery(settingsQuery);
  if (!data) return null;
  const { members, paying, recurring, trials_ending, joined, copied, revenue, currency } = data;
  const days = retention.figureEvent;
  const amount = (value: number | null) => (value === null ? '–' : formatMoney(value, currency));
  return (
    <section aria-labelledby="key-figures" className="mb-10">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="key-figures" className="eyebrow font-sans">
          {m.figures()}
        </h2>
        <p className="text-sm">
          {settings?.labs_analytics ? (
            <Link to="/admin/analytics" className={linkStyles}>
              {m.all_figures()}
            </Link>
          ) : (
            <Link to="/admin/settings#labs" className={linkStyles}>
              {m.switch_on_all_figures()}
            </Link>
          )}
        </p>
      </div>
      <FigureTiles
        tiles={[
          {
            label: m.members(),
            value: formatNumber(members),
            note: m.joined_in_days({ count: formatNumber(joined), days }),
          },
          {
            label: m.paying(),
            value: paying === null ? '–' : formatNumber(paying),
            note: m.trials_end_soon({ count: trials_ending ?? 0 }),
          },
          {
            label: m.monthly_recurring_revenue(),
            value: amount(recurring),
            note: m.revenue_in_days({ amount: amount(revenue), days }),
          },
          { label: m.copies(), value: formatNumber(copied), note: m.in_the_last_days({ days }) },
        ]}
      />
    </section>
  );
}
