import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#constants';
import { recentQuery } from '#library/catalog/public/recent-query.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { CloseByBack } from '#ui/overlays/close-by-back.tsx';
import { keepWhileComposing } from '#ui/overlays/keep-while-composing.ts';
import { useReturnFocus } from '#ui/overlays/use-return-focus.ts';
import { useVisibleHeight } from '#ui/overlays/use-visible-height.ts';
import * as common from '#ui/words/messages.ts';
import { elementOf, ResultGroup } from './result-group.tsx';
import { foundGroups, suggestedGroups } from './result-groups.ts';
import * as m from './words/messages.ts';

const resultLimit = '6';
/** The most viewed items change slowly, so they aren't reloaded each time the palette opens. */
const suggestions = { staleTime: 15 * 60_000, gcTime: 15 * 60_000 };
/** Keeps earlier results while new ones load, but not the suggestions for an empty search. */
const keepResults = <Data,>(data: Data | undefined, query?: { queryKey: readonly unknown[] }) =>
  query?.queryKey.at(-1) === '' ? undefined : data;

/**
 * Finds prompts and playbooks from anywhere by keyboard. Before anything is typed, it shows recently used and most
 * viewed items.
 */
export default function SearchPalette({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const q = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const returnFocus = useReturnFocus();
  const visibleHeight = useVisibleHeight();
  const query = { limit: resultLimit, ...(q === '' ? { sort: 'popular' as const } : { q }) };
  const options = { placeholderData: keepResults, ...(q === '' && suggestions) };
  const prompts = useQuery({
    ...options,
    queryKey: queryKeys.prompts.search(q),
    queryFn: async ({ signal }) => (await api.prompts.$get({ query }, { init: { signal } })).json(),
  });
  const playbooks = useQuery({
    ...options,
    queryKey: queryKeys.playbooks.search(q),
    queryFn: async ({ signal }) => (await api.playbooks.$get({ query }, { init: { signal } })).json(),
  });
  const recent = useQuery(recentQuery);
  const lists = { prompts: prompts.data, playbooks: playbooks.data };
  const groups = q === '' ? suggestedGroups({ recent: recent.data, ...lists }) : foundGroups({ q, ...lists });
  // Results change while the user types: keep a valid selection, so that Enter always opens something.
  const values = groups.flatMap(({ entries }) => entries.map(({ to }) => to));
  const selected = values.includes(chosen) ? chosen : (values[0] ?? '');
  const isComplete = [prompts, playbooks].every(({ data, isFetching }) => data && !isFetching);
  const failed = [prompts, playbooks].filter(({ isError }) => isError);
  const count = (prompts.data?.total ?? 0) + (playbooks.data?.total ?? 0);
  const corrections = new Set(groups.flatMap(({ correction }) => correction ?? []));
  const goTo = (address: string) => {
    close();
    void navigate(address);
  };

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/45" />
        <Dialog.Content
          {...returnFocus}
          onEscapeKeyDown={keepWhileComposing}
          aria-describedby={undefined}
          className="fixed top-(--top) left-1/2 z-50 flex w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-md border border-line bg-surface shadow-raised [--top:1rem] md:[--top:12vh]"
          style={{ maxHeight: `calc(${visibleHeight}px - var(--top) - 1rem)` }}
        >
          <CloseByBack close={close} />
          <Dialog.Title className="sr-only">{m.search_prompts_and_playbooks()}</Dialog.Title>
          <Command
            shouldFilter={false}
            loop
            label={m.search_prompts_and_playbooks()}
            value={selected}
            onValueChange={setChosen}
            className="flex min-h-0 flex-col"
          >
            <Command.Input
              asChild
              value={text}
              onValueChange={setText}
              maxLength={limits.searchText}
              placeholder={m.search_prompts_and_playbooks()}
              className="min-h-14 w-full shrink-0 border-b border-line bg-transparent px-5 text-base outline-none placeholder:text-muted"
            >
              {/* By default, cmdk would name the entry that was last chosen with the arrow keys. */}
              <input aria-activedescendant={selected ? elementOf(selected) : undefined} />
            </Command.Input>
            <Command.List
              label={m.search_prompts_and_playbooks()}
              className="max-h-[60vh] min-h-0 overflow-y-auto p-2"
            >
              {groups.map((group) => (
                <ResultGroup key={group.heading} group={group} goTo={goTo} />
              ))}
            </Command.List>
            <div role="status">
              {q !== '' &&
                isComplete &&
                (values.length > 0 ? (
                  <p className="sr-only">{[m.count_results({ count }), ...corrections].join('. ')}</p>
                ) : (
                  <p className="px-3 pt-6 pb-10 text-center text-muted">{common.no_results_found()}</p>
                ))}
              {failed[0]?.error && (
                <p className="flex flex-wrap items-center justify-center gap-3 border-t border-line p-3 text-sm text-muted">
                  {failed[0].error.message}
                  <Button
                    size="small"
                    variant="secondary"
                    onClick={() => failed.map(({ refetch }) => refetch())}
                  >
                    {common.try_again()}
                  </Button>
                </p>
              )}
            </div>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
