import { useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Field } from '#ui/forms/field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { MoveButtons } from '#ui/move-buttons.tsx';
import * as common from '#ui/words/messages.ts';
import { onEnter } from './on-enter.ts';
import type { PlaybookForm } from './playbook-form.ts';
import type { StepEntry } from './public/playbook-fields.ts';
import * as m from './words/messages.ts';

export type EntryErrors = {
  title?: { message?: string | undefined } | undefined;
  prompt_body?: { message?: string | undefined } | undefined;
};
type Props = {
  form: PlaybookForm;
  path: `steps.${number}.prompts.${number}`;
  entry: StepEntry;
  errors: EntryErrors | undefined;
  tooHighLevel: number | undefined;
  handle: ReactNode;
  /** 0-based, of `count`. */
  place: number;
  count: number;
  moveTo: (place: number) => void;
  /** Whether to open it initially, with its text focused. */
  isEdited: boolean;
  /** Called once `isEdited` has been applied, because another entry may take its place later. */
  opened: () => void;
  /** Replaces it with another entry. */
  replace: (entry: StepEntry) => void;
  remove: () => void;
};

/** A prompt of a step. Shows its first lines, and expands to read or edit it in place. */
export function StepEntryEditor(props: Props) {
  const { form, path, entry, errors, tooHighLevel, handle, place, count, moveTo } = props;
  const { isEdited, opened, replace, remove } = props;
  const id = useId();
  const [isOpened, setIsOpened] = useState(isEdited);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears.
  useEffect(() => {
    if (!isEdited) return;
    form.setFocus(`${path}.prompt_body`);
    opened();
  }, []);
  // Always expand an entry with errors.
  const isOpen = isOpened || errors !== undefined;
  const { title, prompt_body } = form.getValues(path) ?? entry;
  return (
    <div className="py-1 pr-2 pl-1 text-sm">
      <div className="flex items-center gap-1">
        {handle}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-left"
          onClick={() => setIsOpened(!isOpen)}
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{title}</span>
            {!isOpen && (
              <span className="line-clamp-2 text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
                {cutText(prompt_body, 300)}
              </span>
            )}
          </span>
          {tooHighLevel !== undefined && (
            <span className="shrink-0 text-[0.8125rem] font-semibold text-signal">
              {m.level_levels({ levels: tooHighLevel })}
            </span>
          )}
          <span className="shrink-0 text-muted max-sm:sr-only">
            {entry.type === 'library' ? m.from_library() : m.manual()}
          </span>
          <ChevronDown
            className={classNames('size-4 shrink-0 text-muted', isOpen && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
        <Button variant="quiet" size="icon" aria-label={common.remove_title({ title })} onClick={remove}>
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="space-y-3 px-2 pt-1 pb-3 in-data-dragging:hidden">
        {isOpen &&
          (entry.type === 'manual' ? (
            <>
              <Field
                label={m.prompt_title()}
                {...form.register(`${path}.title`)}
                error={errors?.title?.message}
                onKeyDown={onEnter(() => undefined)}
              />
              <TextArea
                label={m.prompt_body()}
                className="max-h-80 font-serif"
                {...form.register(`${path}.prompt_body`)}
                error={errors?.prompt_body?.message}
              />
            </>
          ) : (
            <LibraryEntry entry={entry} replace={replace} />
          ))}
        {isOpen && count > 1 && (
          <div className="-ml-2 flex">
            <MoveButtons name={title} position={place} count={count} moveTo={moveTo} />
          </div>
        )}
      </div>
    </div>
  );
}

type LibraryProps = {
  entry: Extract<StepEntry, { type: 'library' }>;
  replace: (entry: StepEntry) => void;
};

/** A library prompt with its current text. It can be edited in the library, or turned into a separate copy here. */
function LibraryEntry({ entry, replace }: LibraryProps) {
  const { prompt_id: id } = entry;
  const { data: prompt, isPending } = useQuery({
    queryKey: queryKeys.admin.prompts.shown(id),
    queryFn: async () => (await api.admin.prompts[':id'].$get({ param: { id } })).json(),
    retry: false,
    // A copy made here keeps the text that is shown.
    staleTime: 0,
  });
  if (isPending) return <div className="skeleton h-24" role="status" aria-label={common.loading_text()} />;
  const isShown = prompt?.status === 'published';
  const { title, prompt_body } = isShown ? prompt : entry;
  return (
    <>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-80 overflow-y-auto rounded-md bg-paper px-3 py-2.5 font-serif leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {prompt_body}
      </p>
      <p className="text-[0.8125rem] text-muted">
        {isShown ? m.readers_get_it_as_it_is_today() : m.no_longer_published()}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          variant="secondary"
          onClick={() => replace({ type: 'manual', title, prompt_body })}
        >
          {m.edit_a_copy_here()}
        </Button>
        {prompt && (
          <Link
            to={`/admin/prompts?edit=${id}`}
            target="_blank"
            className="font-semibold text-accent underline underline-offset-4"
          >
            {m.edit_in_the_library()}
          </Link>
        )}
      </div>
    </>
  );
}
