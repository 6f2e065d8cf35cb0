import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatRelative } from '#ui/format.ts';
import { TryAgain } from '#ui/try-again.tsx';
import { myVersionsQuery } from './public/my-version-queries.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.my_versions);

export default function MyVersionsPage() {
  const { data, isError, refetch } = useQuery({ ...myVersionsQuery(), staleTime: 0 });
  return (
    <div className="max-w-4xl">
      <h1 className="text-3xl">{m.my_versions()}</h1>
      <p className="mt-2 mb-7 text-muted">{m.intro()}</p>
      {isError && !data ? (
        <EmptyState title={m.list_failed()}>
          <TryAgain retry={refetch} />
        </EmptyState>
      ) : !data ? (
        <div className="skeleton h-48" role="status" aria-label={m.loading_my_versions()} />
      ) : data.items.length === 0 ? (
        <EmptyState title={m.none_yet()}>{m.none_yet_note()}</EmptyState>
      ) : (
        <ul className="border-t border-line">
          {data.items.map(({ id, name, prompt, is_original_changed, updated_at }) => (
            <li key={id} className="relative border-b border-line py-4 hover:bg-surface">
              <h2 dir="auto" className="text-xl [overflow-wrap:anywhere]">
                <Link to={`/my-versions/${id}`} className="after:absolute after:inset-0">
                  {name}
                </Link>
              </h2>
              <p className="mt-1 flex flex-wrap gap-x-3 text-[0.8125rem] text-muted">
                {prompt && prompt.title !== name && <span>{m.of_title({ title: prompt.title })}</span>}
                <span>{formatRelative(updated_at)}</span>
                {is_original_changed && (
                  <span className="font-semibold text-signal">{m.original_changed()}</span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
