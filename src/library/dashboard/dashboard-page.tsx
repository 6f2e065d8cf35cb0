import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { recentQuery } from '#library/catalog/public/recent-query.ts';
import {
  askedOfLibrary,
  EarlyLibrary,
  earlyLibraryParts,
  Library,
  loadLibrary,
} from '#library/prompts/public/library.tsx';
import { ContinueRow, EarlyContinueRow, useContinued } from '#library/runs/public/continue-row.tsx';
import { runsQuery } from '#library/runs/public/run-queries.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { EarlyField, filledWith, shownWith } from '#ui/early-field.tsx';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { Stats } from './stats.contract.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(common.dashboard);

/** Only the member's own numbers link to a list; the sidebar links to all prompts and playbooks. */
const cards = [
  [m.total_prompts, 'total_prompts', undefined],
  [m.total_playbooks, 'total_playbooks', undefined],
  [m.total_books, 'total_books', undefined],
  [m.your_favorites, 'your_favorites', '/prompts?favorites=true'],
] as const;

const statsQuery = queryOptions({
  queryKey: queryKeys.stats,
  queryFn: async () => (await api.stats.$get()).json(),
});

export const handle: PageHandle = {
  Pending: () => (
    <div {...filledWith(`stats runs recent ${earlyLibraryParts(useSearchParams()[0])}`)}>
      <h1 className="mb-6 text-3xl">{common.dashboard()}</h1>
      <Figures />
      <div hidden {...shownWith('list')} className="pt-10">
        <EarlyContinueRow />
        <EarlyLibrary />
      </div>
    </div>
  ),
  asked: (_params, query) => ({ stats: 'stats', runs: 'runs', recent: 'recent', ...askedOfLibrary(query) }),
  load: (client, _params, query) =>
    Promise.all([
      client.prefetchQuery(statsQuery),
      client.prefetchQuery(runsQuery),
      client.prefetchQuery(recentQuery),
      loadLibrary(client, query),
    ]),
};

export default function DashboardPage() {
  const { data, isError, refetch } = useQuery(statsQuery);
  const continued = useContinued();
  return (
    <>
      <h1 className="mb-6 text-3xl">{common.dashboard()}</h1>
      <Figures data={data} isMissing={isError} />
      {/* Keeps its height when empty, so that nothing below moves if the figures can't be loaded. */}
      <div role="status" className="flex min-h-10 flex-wrap items-center gap-x-3 text-sm text-muted">
        {isError && !data && (
          <>
            {m.couldnt_load_the_figures()}
            <button
              type="button"
              className="min-h-6 font-semibold text-accent underline underline-offset-4"
              onClick={() => void refetch()}
            >
              {common.try_again()}
            </button>
          </>
        )}
      </div>
      {/* Render the library only afterward, to avoid a layout shift. */}
      {continued && (
        <>
          <ContinueRow entries={continued} />
          <Library />
        </>
      )}
    </>
  );
}

function Figures({ data, isMissing = false }: { data?: Stats | undefined; isMissing?: boolean }) {
  return (
    <dl className="grid grid-cols-2 border-t border-l border-line max-[18rem]:grid-cols-1 lg:grid-cols-4">
      {cards.map(([label, key, to]) => {
        const count = key === 'total_books' ? 0 : data?.[key];
        return (
          <div key={key} className="group relative border-r border-b border-line bg-surface px-5 py-4">
            <dt className="text-[0.8125rem] text-muted">
              {to ? (
                <Link to={to} className="after:absolute after:inset-0 group-hover:text-ink">
                  {label()}
                </Link>
              ) : (
                label()
              )}
            </dt>
            <dd className="mt-1 min-h-9 font-serif text-3xl leading-9 font-medium tabular-nums">
              {count !== undefined ? (
                formatNumber(count)
              ) : isMissing ? (
                '–'
              ) : (
                <EarlyField name={`stats.${key}`} className="empty:mt-1 empty:h-7 empty:w-14" />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
