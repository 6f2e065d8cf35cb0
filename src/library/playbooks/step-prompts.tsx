import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { limits } from '#constants';
import { api } from '#platform/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';
import type { StepEntry } from './playbooks-admin.contract.ts';

type Props = { prompts: StepEntry[]; playbookLevel: number; onChange: (prompts: StepEntry[]) => void };

/** The prompts of a step: from the library, or written here. */
export function StepPrompts({ prompts, playbookLevel, onChange }: Props) {
  const [adding, setAdding] = useState<'library' | 'manual'>();
  const add = (entry: StepEntry) => {
    onChange([...prompts, entry]);
    setAdding(undefined);
  };
  return (
    <div>
      <p className="mb-1.5 text-sm font-semibold">Prompts</p>
      {prompts.length > 0 && (
        <ul className="mb-3 divide-y divide-line rounded-md border border-line">
          {prompts.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name; the same prompt may stand twice.
            <li key={index} className="flex items-center gap-3 px-3 py-1.5 text-sm">
              <span className="min-w-0 flex-1 truncate">{entry.title}</span>
              <span className="text-muted">{entry.type === 'library' ? 'From Library' : 'Manual'}</span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove ${entry.title}`}
                onClick={() => onChange(prompts.filter((_, each) => each !== index))}
              >
                <X className="size-4" aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding === undefined && (
        <div className="flex gap-2">
          <Button size="small" variant="secondary" onClick={() => setAdding('library')}>
            From Library
          </Button>
          <Button size="small" variant="secondary" onClick={() => setAdding('manual')}>
            Manual
          </Button>
        </div>
      )}
      {adding === 'library' && (
        <LibraryPicker playbookLevel={playbookLevel} add={add} cancel={() => setAdding(undefined)} />
      )}
      {adding === 'manual' && <ManualPrompt add={add} cancel={() => setAdding(undefined)} />}
    </div>
  );
}

type AddProps = { add: (entry: StepEntry) => void; cancel: () => void };

/** Published prompts by title. One whose tier is above the playbook's is marked: the playbook would open it. */
function LibraryPicker({ add, cancel, playbookLevel }: AddProps & { playbookLevel: number }) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const { data, isError, refetch } = useQuery({
    queryKey: ['admin', 'picker', q],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await (await api.admin['prompt-picker'].$get({ query: q ? { q } : {} }, { init: { signal } })).json())
        .items,
  });
  return (
    <div className="space-y-3 rounded-md border border-line p-3">
      <Field
        label="Search the library"
        type="search"
        maxLength={limits.searchText}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isError && (
        <Button size="small" variant="secondary" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
      {data?.length === 0 && <p className="text-sm text-muted">No prompts found</p>}
      <ul className="max-h-60 overflow-y-auto">
        {data?.map((prompt) => (
          <li key={prompt.id}>
            <button
              type="button"
              className="flex min-h-9 w-full items-center gap-3 rounded-sm px-2 text-left text-sm hover:bg-sunken"
              onClick={() =>
                add({
                  type: 'library',
                  prompt_id: prompt.id,
                  title: prompt.title,
                  prompt_body: prompt.prompt_body,
                })
              }
            >
              <span className="min-w-0 flex-1 truncate">{prompt.title}</span>
              {prompt.tier_access > playbookLevel && (
                <span className="shrink-0 text-[0.8125rem] font-semibold text-signal">
                  Level {prompt.tier_access}: this playbook opens it to level {playbookLevel}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" variant="quiet" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}

function ManualPrompt({ add, cancel }: AddProps) {
  const [title, setTitle] = useState('');
  const [body, setBody] = useState('');
  const submit = () => {
    if (title.trim() === '' || body.trim() === '') {
      return toast.warning('Please fill in both title and prompt body');
    }
    add({ type: 'manual', title: title.trim(), prompt_body: body });
  };
  return (
    <div className="space-y-3 rounded-md border border-line p-3">
      <Field
        label="Prompt title"
        maxLength={limits.title}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label="Prompt body"
        maxLength={limits.promptBody}
        className="max-h-60 font-serif"
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <div className="flex gap-2">
        <Button size="small" onClick={submit}>
          Add prompt
        </Button>
        <Button size="small" variant="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
