import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { figures } from '#constants';
import { ApiError } from '#platform/client/api-client.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatDay, formatMoney, formatNumber, formatPercent } from '#ui/format.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { FirstCopies, MissedSearches, TopItems } from '../figure-lists.tsx';
import { FigureCharts, FigureTable } from '../figure-series.tsx';
import { FigureTiles } from '../figure-tiles.tsx';
import type { Figures } from '../figures.contract.ts';
import { RangeForm } from '../range-form.tsx';
import * as m from '../words/messages.ts';
import { type AskedRange, figuresQuery } from './figure-queries.ts';

function useAskedRange() {
  const [query, setQuery] = useSearchParams();
  const [unit, from, to] = [query.get('unit'), query.get('from'), query.get('to')];
  const asked: AskedRange = {
    unit: figures.units.find((item) => item === unit) ?? 'day',
    ...(from && { from }),
    ...(to && { to }),
  };
  return [asked, (range: AskedRange) => setQuery(range, { preventScrollReset: true })] as const;
}

/** All figures of the range of days, weeks or months in the address. */
export function FiguresView() {
  const [asked, ask] = useAskedRange();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...figuresQuery(asked),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <div className="skeleton h-[48rem]" role="status" aria-label={common.loading()} />;
  return (
    <>
      <RangeForm report={data} asked={asked} onChange={ask} />
      {error && !data && (
        <EmptyState title={m.couldnt_load_figures()}>
          {error instanceof ApiError && error.status === 422 && <p className="mb-3">{error.message}</p>}
          <TryAgain retry={refetch} />
        </EmptyState>
      )}
      {data && (
        <div aria-busy={isFetching} className="aria-busy:opacity-70">
          <Report report={data} />
        </div>
      )}
    </>
  );
}

function Report({ report }: { report: Figures }) {
  const { now, churn, series, from, to, time_zone } = report;
  const money = (value: number | null) => (value === null ? '–' : formatMoney(value, now.currency));
  const count = (value: number | null) => (value === null ? '–' : formatNumber(value));
  const sum = (name: 'joined' | 'left' | 'revenue' | 'refunds') =>
    series.reduce((total, row) => total + (row[name] ?? 0), 0);
  const isSelling = now.paying !== null;
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        {m.range_in_zone({ from: formatDay(from), to: formatDay(to), zone: time_zone.replaceAll('_', ' ') })}{' '}
        <Link to="/admin/settings#labs" className="text-accent underline underline-offset-4">
          {m.change_time_zone()}
        </Link>
      </p>
      <FigureTiles
        tiles={[
          {
            label: m.members(),
            value: formatNumber(now.members),
            note: m.joined_and_left({ joined: formatNumber(sum('joined')), left: formatNumber(sum('left')) }),
          },
          { label: m.paying(), value: count(now.paying), note: m.with_a_paid_subscription() },
          { label: m.monthly_recurring_revenue(), value: money(now.recurring), note: m.after_discounts() },
          {
            label: m.trials_ending(),
            value: count(now.trials_ending),
            note: m.of_trials({ count: now.trials ?? 0, days: figures.trialEndDays }),
          },
          {
            label: m.churn(),
            value: churn && churn.paying_before > 0 ? formatPercent(churn.lost / churn.paying_before) : '–',
            note: churn
              ? m.lost_of({ lost: formatNumber(churn.lost), before: formatNumber(churn.paying_before) })
              : undefined,
          },
          { label: m.revenue(), value: isSelling ? money(sum('revenue')) : '–', note: m.in_this_time() },
          {
            label: m.refunds(),
            value: isSelling ? money(sum('refunds')) : '–',
            note: m.refunds_and_lost_disputes(),
          },
          {
            label: m.revenue_after_refunds(),
            value: isSelling ? money(sum('revenue') - sum('refunds')) : '–',
            note: m.in_this_time(),
          },
        ]}
      />
      <h2 className="mt-12 mb-3 text-xl">{m.over_time()}</h2>
      <FigureCharts report={report} />
      <FigureTable report={report} />
      <TopItems report={report} />
      <div className="grid gap-x-14 lg:grid-cols-2">
        <div>
          <MissedSearches report={report} />
        </div>
        <div>
          <FirstCopies report={report} />
        </div>
      </div>
      <p className="mt-12 max-w-2xl border-t border-line pt-4 text-[0.8125rem] text-muted">
        {m.how_it_is_counted()}
      </p>
    </>
  );
}
