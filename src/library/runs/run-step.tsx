import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, Undo2 } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { answerWords } from '#library/answers/public/answer-words.ts';
import { CopyAnswer } from '#library/answers/public/copy-answer.tsx';
import { OpenBeforeRun, useAskBeforeRun } from '#library/answers/public/open-before-run.tsx';
import { RunButton, useCanRun } from '#library/answers/public/run-button.tsx';
import { type Answering, useAnswer } from '#library/answers/public/use-answer.ts';
import { type Blank, splitAtBlanks, valuesOf } from '#library/blanks/public/blanks.ts';
import type { FillStore } from '#library/blanks/public/fill-store.ts';
import { FilledText } from '#library/blanks/public/filled-text.tsx';
import { blankKey, fillBlanks } from '#library/blanks/public/parse.ts';
import { CopyControl } from '#library/catalog/public/copy-control.tsx';
import { OpenInMenu } from '#library/catalog/public/open-in-menu.tsx';
import { useCopy } from '#library/catalog/public/use-copy.ts';
import { api, streamingApi } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextArea } from '#ui/forms/text-area.tsx';
import { LiveMarkdown, Markdown } from '#ui/markdown/lazy-markdown.tsx';
import type { Run } from './runs.contract.ts';
import type { SavedPart, Saves } from './saves.ts';
import { useSavedResult } from './use-saved-result.ts';
import * as m from './words/messages.ts';

/** What the playbook says of a step; undefined where its member cannot read it any more. */
export type StepText = {
  title: string;
  description: string;
  prompts: { title: string; prompt_body: string; blanks: Blank[] }[];
};

type Props = {
  run: Run;
  slug: string | undefined;
  position: number;
  text: StepText | undefined;
  /** Those of all steps, each once. */
  blanks: readonly Blank[];
  store: FillStore;
  saves: Saves;
  tellFailure: (part: SavedPart, isFailed: boolean) => void;
  isOpen: boolean;
  toggle: () => void;
  saved: (step: Run['steps'][number]) => void;
  choose: (key: string) => void;
};

const statusLabels = {
  get saved() {
    return m.saved();
  },
  get typing() {
    return m.saving();
  },
  get failed() {
    return m.not_saved();
  },
} as const;

/** One step of a run: what to do, its prompts filled in, and what came of it. */
export function RunStep({
  run,
  slug,
  position,
  text,
  blanks,
  store,
  saves,
  tellFailure,
  isOpen,
  toggle,
  saved,
  choose,
}: Props) {
  const id = useId();
  const kept = run.steps[position] ?? { done: false, result: '', updated_at: null };
  const { result, status, change, save } = useSavedResult(run.id, position, kept, { saved, saves });
  useEffect(() => tellFailure(position, status === 'failed'), [tellFailure, position, status]);
  const [replaced, setReplaced] = useState<string>();
  const [asked, setAsked] = useState<number>();
  const replace = (text: string) => {
    setReplaced(result || undefined);
    change(text);
    void save();
  };
  const answering = useAnswer(replace);
  const { answer, isRunning } = answering;
  const runPrompt = (index: number) => {
    setAsked(index);
    answering.start((signal) =>
      streamingApi.playbooks[':slug'].steps[':step'].prompts[':prompt'].answers.$post(
        {
          param: { slug: slug ?? '', step: String(position), prompt: String(index) },
          query: { version: String(run.version) },
          json: { values: Object.fromEntries([...store.values()].filter(([, value]) => value)) },
        },
        { init: { signal } },
      ),
    );
  };
  const title = text?.title ?? m.step_position({ position: position + 1 });
  return (
    <li className="border-b border-line">
      <div className="flex items-center gap-3">
        <label className="relative grid size-7 shrink-0 place-items-center">
          <input
            type="checkbox"
            aria-label={m.step_position_is_done({ position: position + 1 })}
            checked={kept.done}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-full border border-line-strong transition-colors checked:border-accent checked:bg-accent hover:border-ink"
            onChange={() => void save({ done: !kept.done })}
          />
          <Check
            className="pointer-events-none relative hidden size-4 text-on-accent peer-checked:block"
            aria-hidden="true"
          />
        </label>
        <h2 className="min-w-0 flex-1 font-sans">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            className="flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left"
            onClick={toggle}
          >
            <span
              dir="auto"
              className={classNames('font-serif text-xl [overflow-wrap:anywhere]', kept.done && 'text-muted')}
            >
              <span className="mr-2 text-signal">{position + 1}</span>
              {title}
            </span>
            <ChevronDown
              className={classNames(
                'size-5 shrink-0 text-muted transition-transform',
                isOpen && 'rotate-180',
              )}
              aria-hidden="true"
            />
          </button>
        </h2>
      </div>
      <div id={id} hidden={!isOpen} className="space-y-5 pb-7 sm:pl-10">
        {isOpen && (
          <>
            {text?.description && <Markdown text={text.description} />}
            {slug !== undefined &&
              text?.prompts.map((prompt, index) => (
                <StepPrompt
                  // biome-ignore lint/suspicious/noArrayIndexKey: the prompts of a step never move.
                  key={index}
                  copyFrom={{
                    param: { slug, step: String(position), prompt: String(index) },
                    query: { version: String(run.version) },
                  }}
                  prompt={prompt}
                  blanks={blanks}
                  answering={answering}
                  isAsked={asked === index}
                  run={() => runPrompt(index)}
                  store={store}
                  choose={choose}
                />
              ))}
            {answer.text && answer.state !== 'done' && (
              <section aria-label={m.answer()} className="rounded-md border border-line bg-surface px-5 py-4">
                <LiveMarkdown text={answer.text} source="model" />
                {!isRunning && (
                  <div className="mt-3 flex flex-wrap gap-3">
                    <Button
                      variant="secondary"
                      size="small"
                      onClick={() => {
                        replace(answer.text);
                        answering.clear();
                      }}
                    >
                      {m.use_as_result()}
                    </Button>
                    <CopyAnswer text={answer.text} size="small" />
                  </div>
                )}
              </section>
            )}
            <div>
              <TextArea
                label={m.result()}
                className="max-h-[32rem]"
                placeholder={m.paste_what_came_of_this_step()}
                value={result}
                readOnly={isRunning}
                onChange={(event) => change(event.target.value)}
                onBlur={() => void save()}
              />
              <p
                role="status"
                className={classNames(
                  'mt-1 min-h-5 text-[0.8125rem]',
                  answer.state === 'failed' ? 'text-signal' : 'text-muted',
                )}
              >
                {isRunning || answer.state === 'failed'
                  ? answerWords(answer)
                  : (result || status !== 'saved') && statusLabels[status]}
              </p>
              {replaced !== undefined && !isRunning && replaced !== result && (
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => {
                    change(replaced);
                    setReplaced(undefined);
                  }}
                >
                  <Undo2 className="size-4" aria-hidden="true" />
                  {m.bring_back()}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </li>
  );
}

type PromptProps = {
  copyFrom: { param: { slug: string; step: string; prompt: string }; query: { version: string } };
  prompt: StepText['prompts'][number];
  blanks: readonly Blank[];
  answering: Answering;
  /** Whether the answer is to this prompt of the step. */
  isAsked: boolean;
  run: () => void;
  store: FillStore;
  choose: (key: string) => void;
};

function StepPrompt({ copyFrom, prompt, blanks, answering, isAsked, run, store, choose }: PromptProps) {
  const id = useId();
  const text = useRef<HTMLPreElement>(null);
  const client = useQueryClient();
  const canRun = useCanRun();
  const pieces = useMemo(() => splitAtBlanks(prompt.prompt_body, prompt.blanks), [prompt]);
  const own = useMemo(() => {
    const keys = new Set(prompt.blanks.map(({ name }) => blankKey(name)));
    return blanks.filter(({ name }) => keys.has(blankKey(name)));
  }, [prompt, blanks]);
  const asking = useAskBeforeRun({ blanks: own, store, choose, run });
  /** Running this one too would break off the other's answer. */
  const isOtherRunning = answering.isRunning && !isAsked;
  const copying = useCopy(() => text.current && getSelection()?.selectAllChildren(text.current));
  const copy = async () => {
    const filled = store.values();
    const values = prompt.blanks.flatMap(({ name }) => {
      const value = filled.get(blankKey(name));
      return value ? [[name, value] as const] : [];
    });
    const text = fillBlanks(pieces, valuesOf(blanks, filled));
    const copied = await api.playbooks[':slug'].steps[':step'].prompts[':prompt'].copies.$post({
      ...copyFrom,
      json: { values: Object.fromEntries(values) },
    });
    const { copies_left } = await copied.json();
    if (values.length > 0) void client.invalidateQueries({ queryKey: queryKeys.values });
    return { text, copies_left };
  };
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
        <h3 id={id} dir="auto" className="text-lg [overflow-wrap:anywhere]">
          {prompt.title}
        </h3>
        <CopyControl copying={copying} onCopy={() => copying.copy(copy)}>
          <OpenInMenu copying={copying} copy={copy} />
          {canRun && !isOtherRunning && (
            <RunButton answering={answering} run={asking.ask} buttonRef={asking.button} />
          )}
        </CopyControl>
      </div>
      {canRun && <OpenBeforeRun asking={isOtherRunning ? { ...asking, open: [] } : asking} />}
      <FilledText ref={text} pieces={pieces} blanks={blanks} store={store} choose={choose} />
    </section>
  );
}
