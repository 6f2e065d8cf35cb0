import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { BookOpen, FileText, Lock } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#constants';
import { accessBadge } from '#money/tiers/public/opening-plan.ts';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { keepWhileComposing } from '#ui/overlays/keep-while-composing.ts';
import { useReturnFocus } from '#ui/overlays/use-return-focus.ts';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

const resultLimit = '6';
const elementOf = (id: string) => `result-${id}`;
const itemStyles =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-2 data-[selected=true]:bg-accent-soft';

/** Finds prompts and playbooks from anywhere, by keyboard. */
export default function SearchPalette({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const q = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const tiers = useTiers();
  const returnFocus = useReturnFocus();
  const query = { q, limit: resultLimit };
  const options = { enabled: q !== '', placeholderData: keepPreviousData };
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
  const groups = [
    { heading: common.prompts(), icon: FileText, path: '/prompt/', items: prompts.data?.items ?? [] },
    { heading: common.playbooks(), icon: BookOpen, path: '/playbook/', items: playbooks.data?.items ?? [] },
  ];
  // Results are replaced while somebody types: keep a valid selection, so that Enter always opens something.
  const found = groups.flatMap(({ items }) => items.map(({ id }) => id));
  const selected = found.includes(chosen) ? chosen : (found[0] ?? '');
  const isComplete = [prompts, playbooks].every(({ data, isFetching }) => data && !isFetching);
  const failed = [prompts, playbooks].filter(({ isError }) => isError);
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
          className="fixed top-[12vh] left-1/2 z-50 w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-md border border-line bg-surface shadow-raised"
        >
          <Dialog.Title className="sr-only">{m.search_prompts_and_playbooks()}</Dialog.Title>
          <Command
            shouldFilter={false}
            loop
            label={m.search_prompts_and_playbooks()}
            value={selected}
            onValueChange={setChosen}
          >
            <Command.Input
              asChild
              value={text}
              onValueChange={setText}
              maxLength={limits.searchText}
              placeholder={m.search_prompts_and_playbooks()}
              className="min-h-14 w-full border-b border-line bg-transparent px-5 text-base outline-none placeholder:text-muted"
            >
              {/* cmdk names the one that the arrow keys have chosen last. */}
              <input aria-activedescendant={q !== '' && selected ? elementOf(selected) : undefined} />
            </Command.Input>
            <Command.List
              label={m.search_prompts_and_playbooks()}
              className="max-h-[55vh] overflow-y-auto p-2"
            >
              {q !== '' &&
                groups.map(
                  ({ heading, icon: Icon, path, items }) =>
                    items.length > 0 && (
                      <Command.Group
                        key={heading}
                        heading={heading}
                        className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[0.75rem] [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
                      >
                        {items.map((item) => (
                          <Command.Item
                            key={item.id}
                            asChild
                            value={item.id}
                            onSelect={() => goTo(`${path}${item.slug}`)}
                            className={itemStyles}
                          >
                            <div id={elementOf(item.id)}>
                              <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
                              <span dir="auto" className="min-w-0 flex-1 truncate">
                                {item.title}
                              </span>
                              {!item.can.read && (
                                <span className="inline-flex shrink-0 items-center gap-1.5 text-[0.8125rem] text-signal">
                                  <Lock className="size-3.5" aria-hidden="true" />
                                  {accessBadge(tiers, item.tier_access)}
                                </span>
                              )}
                            </div>
                          </Command.Item>
                        ))}
                      </Command.Group>
                    ),
                )}
            </Command.List>
            <div role="status">
              {q !== '' &&
                isComplete &&
                (found.length > 0 ? (
                  <p className="sr-only">{m.count_results({ count: found.length })}</p>
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
