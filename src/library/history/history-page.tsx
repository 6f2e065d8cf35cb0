import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useOutletContext } from 'react-router';
import { historyActions } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatLocalDay, formatTime } from '#ui/format.ts';
import { focusOn, keepRowFocus } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { setParameters, useRequestedSearch } from '#ui/tables/use-requested-search.ts';
import { readParameter } from '#ui/tables/use-table-address.ts';
import { TryAgain } from '#ui/try-again.tsx';
import { actionWords, EntryModal } from './entry-modal.tsx';
import type { HistoryEntry, HistoryList } from './history.contract.ts';
import { HistoryRow } from './history-row.tsx';
import { type HistoryAction, historyQuery } from './public/history-queries.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.history);

const erasing = ['erasing of an entry'];
const labels = { viewed: m.viewed, copied: m.copied, ran: m.runs } as const;

export default function HistoryPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();
  // In the URL, the choice survives opening an entry and coming back.
  const [search, changeSearch] = useRequestedSearch();
  const action = readParameter(search, 'action', historyActions);
  const show = (chosen?: HistoryAction) => changeSearch((next) => setParameters(next, { action: chosen }));
  const [opened, setOpened] = useState<HistoryEntry>();
  const [isAsking, setIsAsking] = useState(false);
  const [unwanted, setUnwanted] = useState<HistoryEntry>();
  const more = useOutletContext<ReactNode>();
  const query = useInfiniteQuery(historyQuery(action));
  const entries = query.data?.pages.flatMap((page) => page.items) ?? [];
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.history.all });
  const { mutate: erase } = useMutation({
    mutationKey: erasing,
    mutationFn: async (id: string) => api.history[':id'].$delete({ param: { id } }),
    async onMutate(id) {
      // A pending list response would bring the entry back.
      await client.cancelQueries({ queryKey: queryKeys.history.lists });
      client.setQueriesData<InfiniteData<HistoryList>>(
        { queryKey: queryKeys.history.lists },
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.filter((entry) => entry.id !== id),
            })),
          },
      );
    },
    onError: toastError,
    // Skip while another deletion is pending, because the server still returns its entry.
    onSettled: () => (client.isMutating({ mutationKey: erasing }) === 1 ? refresh() : undefined),
  });
  const { mutate: eraseAll, isPending } = useMutation({
    mutationFn: async () => api.history.$delete(),
    async onSuccess() {
      setIsAsking(false);
      await refresh();
      // The button is no longer shown.
      const { activeElement } = document;
      if (activeElement === document.body || activeElement === button.current) focusOn(heading.current);
      toast.success(m.erased());
    },
    onError: toastError,
  });
  return (
    <div className="max-w-4xl">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 ref={heading} className="text-3xl">
            {m.history()}
          </h1>
          <p className="mt-2 text-muted">{m.intro()}</p>
        </div>
        <Button
          ref={button}
          variant="secondary"
          className={entries.length === 0 ? 'invisible' : ''}
          onClick={() => setIsAsking(true)}
        >
          {m.erase_history()}
        </Button>
      </div>
      <fieldset className="my-6">
        <legend className="sr-only">{m.show()}</legend>
        <div className="flex flex-wrap gap-2">
          <Chip pressed={action === undefined} onClick={() => show()}>
            {m.all()}
          </Chip>
          {historyActions.map((name) => (
            <Chip key={name} pressed={action === name} onClick={() => show(name)}>
              {labels[name]()}
            </Chip>
          ))}
        </div>
      </fieldset>
      {query.isError && !query.data ? (
        <EmptyState title={m.failed()}>
          <TryAgain retry={query.refetch} />
        </EmptyState>
      ) : query.isPending ? (
        <div className="skeleton h-72" role="status" aria-label={m.loading_history()} />
      ) : entries.length === 0 ? (
        <EmptyState title={m.empty()}>{m.empty_note()}</EmptyState>
      ) : (
        days(entries).map(({ day, items }) => (
          <section key={day} aria-label={day} className="mb-7">
            <h2 className="mb-1 font-sans text-[0.8125rem] font-semibold text-muted">{day}</h2>
            <ul ref={keepRowFocus} className="border-t border-line">
              {items.map((entry) => (
                <HistoryRow
                  key={entry.id}
                  entry={entry}
                  open={() => setOpened(entry)}
                  erase={() => setUnwanted(entry)}
                />
              ))}
            </ul>
          </section>
        ))
      )}
      <div className="flex justify-center">
        <LoadMore query={query} keptAs="history" />
      </div>
      {!query.isPending && more}
      {opened && <EntryModal entry={opened} close={() => setOpened(undefined)} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.erase_question()}
        confirmLabel={m.erase_history()}
        isBusy={isPending}
        onConfirm={() => eraseAll()}
      >
        {m.erase_warning()}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={unwanted !== undefined}
        onClose={() => setUnwanted(undefined)}
        question={m.erase_one_question()}
        confirmLabel={m.erase()}
        onConfirm={() => {
          if (unwanted) erase(unwanted.id);
          setUnwanted(undefined);
        }}
      >
        <span className="block [overflow-wrap:anywhere]">{unwanted?.title}</span>
        <span className="block">{unwanted && `${actionWords(unwanted)}, ${formatTime(unwanted.at)}`}</span>
        {m.this_cant_be_undone()}
      </ConfirmDialog>
    </div>
  );
}

/** Groups entries by day, in the reader's time zone. */
function days(entries: readonly HistoryEntry[]) {
  const found: { day: string; items: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const day = formatLocalDay(entry.at);
    const last = found.at(-1);
    if (last?.day === day) last.items.push(entry);
    else found.push({ day, items: [entry] });
  }
  return found;
}
