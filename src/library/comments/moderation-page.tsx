import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useProfile } from '#people/session/public/use-profile.ts';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { HoldRules } from './hold-rules.tsx';
import { ModeratedItem } from './moderated-item.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.comments);

const views = ['waiting', 'held', 'reported', 'decided'] as const;
const viewWords = {
  waiting: m.show_waiting,
  held: m.show_held,
  reported: m.show_reported,
  decided: m.show_decided,
};

/** Comments that wait for approval or were reported, and the rules for holding comments. */
export default function ModerationPage() {
  const [search, setSearch] = useSearchParams();
  const show = views.find((view) => view === search.get('show')) ?? 'waiting';
  const isAdmin = useProfile()?.can.administer ?? false;
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.comments.list(show),
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { show, ...(pageParam ? { cursor: pageParam } : {}) };
      return (await api.admin.comments.$get({ query: parameters }, { init: { signal } })).json();
    },
    ...cursorPages,
    staleTime: 0,
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages[0]?.total;
  return (
    <AdminFrame title={m.comments()}>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{m.which_comments()}</legend>
        {views.map((view) => (
          <Chip
            key={view}
            pressed={view === show}
            onClick={() => setSearch(view === 'waiting' ? {} : { show: view }, { preventScrollReset: true })}
          >
            {viewWords[view]()}
          </Chip>
        ))}
      </fieldset>
      <p role="status" className="mb-2 min-h-5 text-sm text-muted">
        {total !== undefined && m.count_comments({ count: total })}
      </p>
      {query.isPending ? (
        <div className="skeleton h-64" role="status" aria-label={m.loading_comments()} />
      ) : query.isError && !query.data ? (
        <TryAgain retry={query.refetch} />
      ) : items.length === 0 ? (
        <EmptyState title={show === 'decided' ? m.nothing_decided_yet() : m.nothing_waits()} />
      ) : (
        <ul ref={keepRowFocus} className="divide-y divide-line border-y border-line">
          {items.map((comment) => (
            <ModeratedItem key={comment.id} comment={comment} />
          ))}
        </ul>
      )}
      <LoadMore query={query} keptAs="page" className="mt-4" label={m.load_more_comments()} />
      {/* Shown last and only once loaded, because the list above it changes its height. */}
      {!query.isPending && <HoldRules canChange={isAdmin} />}
    </AdminFrame>
  );
}
