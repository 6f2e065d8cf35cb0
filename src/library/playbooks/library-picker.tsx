import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { limits } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { innerLayer } from '#ui/overlays/inner-layer.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { onEnter } from './on-enter.ts';
import type { StepEntry } from './public/playbook-fields.ts';
import * as m from './words/messages.ts';

type Props = {
  add: (entry: StepEntry) => void;
  cancel: () => void;
  addLevel: (id: string, level: number) => void;
  playbookLevel: number;
};

/** Whether all results are shown, so that their number needn't be. */
const isWhole = ({ items, total }: { items: unknown[]; total: number }) =>
  total > 0 && total === items.length;

/** Picks published prompts by title. Prompts above the playbook's level are marked, because the playbook would unlock them. */
export function LibraryPicker({ add, addLevel, cancel, playbookLevel }: Props) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const {
    data: found,
    isError,
    refetch,
  } = useQuery({
    queryKey: queryKeys.admin.promptPicker(q),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api.admin['prompt-picker'].$get(
          { query: { limit: '30', ...(q && { q }) } },
          { init: { signal } },
        )
      ).json(),
  });
  return (
    <div className="space-y-3 rounded-md border border-line p-3" {...innerLayer(cancel)}>
      <Field
        label={m.search_the_library()}
        type="search"
        autoFocus
        maxLength={limits.searchText}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onEnter(() => undefined)}
      />
      {isError && <TryAgain size="small" retry={refetch} />}
      <ul className="max-h-60 overflow-y-auto">
        {found?.items.map((prompt) => (
          <li key={prompt.id}>
            <button
              type="button"
              className="flex min-h-9 w-full flex-wrap items-center gap-x-3 rounded-sm px-2 py-1 text-left text-sm hover:bg-sunken"
              onClick={() => {
                addLevel(prompt.id, prompt.tier_access);
                add({
                  type: 'library',
                  prompt_id: prompt.id,
                  title: prompt.title,
                  prompt_body: prompt.prompt_body,
                });
              }}
            >
              <span className="min-w-0 flex-1 basis-40">
                <span className="block truncate">{prompt.title}</span>{' '}
                <span className="block truncate text-[0.8125rem] text-muted empty:hidden">
                  {prompt.description}
                </span>
              </span>
              {prompt.tier_access > playbookLevel && (
                <span className="text-[0.8125rem] font-semibold text-signal">
                  {m.level_tier_access_this_playbook_unlocks({
                    tierAccess: prompt.tier_access,
                    playbookLevel,
                  })}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={found && isWhole(found) ? 'sr-only' : 'text-sm text-muted empty:hidden'}>
        {found &&
          (found.total === 0
            ? common.no_prompts_found()
            : isWhole(found)
              ? common.count_prompt({ count: found.total })
              : m.showing_count_of_total({
                  count: formatNumber(found.items.length),
                  total: formatNumber(found.total),
                }))}
      </p>
      <Button size="small" variant="quiet" onClick={cancel}>
        {common.cancel()}
      </Button>
    </div>
  );
}
