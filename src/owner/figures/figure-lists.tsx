import { Link } from 'react-router';
import { figures } from '#constants';
import { formatNumber, formatPercent } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import { CsvButton, PartHead } from './figure-series.tsx';
import type { Figures } from './figures.contract.ts';
import * as m from './words/messages.ts';

const kinds = ['viewed', 'copied', 'saved', 'ran'] as const;
const titles = { viewed: m.most_viewed, copied: m.most_copied, saved: m.most_saved, ran: m.most_run };

/** The items with the most views, copies, favorites and runs. */
export function TopItems({ report: { top, from, to } }: { report: Figures }) {
  const rows = () => [
    [m.list(), common.type(), common.title(), common.address(), m.count()],
    ...kinds.flatMap((kind) =>
      top[kind].map(({ target_type, slug, title, amount }) => [
        titles[kind](),
        target_type === 'prompt' ? common.prompt() : common.playbook(),
        title,
        `/${target_type}/${slug}`,
        amount,
      ]),
    ),
  ];
  return (
    <>
      <PartHead title={m.most_used()}>
        <CsvButton name={`items-${from}-${to}`} rows={rows} />
      </PartHead>
      <div className="grid border-t border-l border-line md:grid-cols-2">
        {kinds.map((kind) => (
          <section key={kind} className="min-w-0 border-r border-b border-line bg-surface p-5">
            <h3 className="eyebrow mb-2 font-sans">{titles[kind]()}</h3>
            {top[kind].length === 0 ? (
              <p className="text-sm text-muted">{m.nothing_in_this_time()}</p>
            ) : (
              <ol className="divide-y divide-line text-sm">
                {top[kind].map(({ target_type, slug, title, amount }) => (
                  <li
                    key={`${target_type} ${slug}`}
                    className="flex items-baseline justify-between gap-4 py-1.5"
                  >
                    <Link
                      to={`/${target_type}/${slug}`}
                      className="min-w-0 py-0.5 hover:text-accent [overflow-wrap:anywhere]"
                    >
                      {title}
                    </Link>
                    <span className="text-muted tabular-nums">{formatNumber(amount)}</span>
                  </li>
                ))}
              </ol>
            )}
          </section>
        ))}
      </div>
    </>
  );
}

/** What members and visitors searched for without results. */
export function MissedSearches({ report: { missed_searches, from, to } }: { report: Figures }) {
  const rows = () => [
    [m.searched_for(), m.count()],
    ...missed_searches.map(({ text, amount }) => [text, amount]),
  ];
  return (
    <>
      <PartHead title={m.searches_without_result()}>
        {missed_searches.length > 0 && <CsvButton name={`searches-${from}-${to}`} rows={rows} />}
      </PartHead>
      <p className="mb-3 max-w-2xl text-sm text-muted">{m.about_missed({ count: figures.missed.fewest })}</p>
      {missed_searches.length > 0 && (
        <ol className="max-w-2xl divide-y divide-line border-y border-line text-sm">
          {missed_searches.map(({ text, amount }) => (
            <li key={text} className="flex items-baseline justify-between gap-4 py-2">
              <span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
                {text}
              </span>
              <span className="text-muted tabular-nums">{formatNumber(amount)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** How many new members copied something, and how soon. */
export function FirstCopies({ report: { first_copies } }: { report: Figures }) {
  const { joined, hour, day, week, ever } = first_copies;
  const steps = [
    [m.within_an_hour(), hour],
    [m.within_a_day(), day],
    [m.within_a_week(), week],
    [m.until_today(), ever],
  ] as const;
  return (
    <>
      <PartHead title={m.sign_ups_to_first_copy()} />
      <p className="mb-3 max-w-2xl text-sm text-muted">{m.about_first_copies({ count: joined })}</p>
      {joined > 0 && (
        <ul className="max-w-2xl space-y-3 text-sm">
          {steps.map(([label, count]) => {
            const share = Math.min(1, count / joined);
            return (
              <li key={label}>
                <div className="flex justify-between gap-4">
                  <span>{label}</span>
                  <span className="text-muted tabular-nums">
                    {formatNumber(count)} · {formatPercent(share)}
                  </span>
                </div>
                <div className="mt-1 h-2 bg-sunken" aria-hidden="true">
                  <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
