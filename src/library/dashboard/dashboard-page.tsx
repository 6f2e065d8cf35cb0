import { useQuery } from '@tanstack/react-query';
import { Library } from '#library/prompts/public/library.tsx';
import { ContinueRow, useContinued } from '#library/runs/public/continue-row.tsx';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

export const meta = () => privateMeta(common.dashboard());

const cards = [
  [m.total_prompts, 'total_prompts'],
  [m.total_playbooks, 'total_playbooks'],
  [m.total_books, 'total_books'],
  [m.your_favorites, 'your_favorites'],
] as const;

export default function DashboardPage() {
  const { data } = useQuery({
    queryKey: queryKeys.stats,
    queryFn: async () => (await api.stats.$get()).json(),
  });
  const continued = useContinued();
  return (
    <>
      <h1 className="mb-6 text-3xl">{common.dashboard()}</h1>
      <dl className="mb-10 grid grid-cols-2 border-t border-l border-line lg:grid-cols-4">
        {cards.map(([label, key]) => (
          <div key={key} className="border-r border-b border-line bg-surface px-5 py-4">
            <dt className="text-[0.8125rem] text-muted">{label()}</dt>
            <dd className="mt-1 h-9 font-serif text-3xl leading-9 font-medium tabular-nums">
              {data ? formatNumber(data[key]) : <span className="skeleton mt-1 block h-7 w-14" />}
            </dd>
          </div>
        ))}
      </dl>
      {/* Render the library only afterwards, to avoid a layout shift. */}
      {continued && (
        <>
          <ContinueRow entries={continued} />
          <Library />
        </>
      )}
    </>
  );
}
