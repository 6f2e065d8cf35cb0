import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useId } from 'react';
import type { Blank } from '#library/blanks/public/blanks.ts';
import type { Choose } from '#library/blanks/public/fill-place.tsx';
import type { FillStore } from '#library/blanks/public/fill-store.ts';
import { classNames } from '#ui/class-names.ts';
import { Markdown } from '#ui/markdown/lazy-markdown.tsx';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import type { Run } from './runs.contract.ts';
import type { SavedPart, Saves } from './saves.ts';
import { StepPrompt } from './step-prompt.tsx';
import { StepResult } from './step-result.tsx';
import type { StepText } from './use-run-steps.ts';
import { useSavedResult } from './use-saved-result.ts';
import { useStepAnswer } from './use-step-answer.ts';
import * as m from './words/messages.ts';

type Props = {
  run: Run;
  slug: string | undefined;
  position: number;
  text: StepText | undefined;
  /** The blanks of all steps, without duplicates. */
  blanks: readonly Blank[];
  store: FillStore;
  saves: Saves;
  tellFailure: (part: SavedPart, isFailed: boolean) => void;
  isOpen: boolean;
  toggle: () => void;
  saved: (step: Run['steps'][number]) => void;
  choose: Choose;
};

/** A step of a run: its instructions, its filled-in prompts, and its result. */
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
  const isShown = useIsPrinting() || isOpen;
  const kept = run.steps[position] ?? { done: false, result: '', updated_at: null };
  const saving = useSavedResult(run.id, position, kept, { saved, saves });
  const { status, save } = saving;
  useEffect(() => tellFailure(position, status === 'failed'), [tellFailure, position, status]);
  const answered = useStepAnswer({ run, slug, position, store }, saving);
  return (
    <li className="border-b border-line">
      <div className="flex items-center gap-3 max-[18rem]:gap-2">
        <DoneMark
          label={m.step_position_is_done({ position: position + 1 })}
          isDone={kept.done}
          change={() => void save({ done: !kept.done })}
        />
        <h2 className="min-w-0 flex-1 font-sans">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            className="flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left max-[18rem]:gap-1"
            onClick={toggle}
          >
            <span
              className={classNames(
                'flex min-w-0 flex-1 items-baseline gap-2 font-serif text-xl max-[18rem]:gap-1',
                kept.done && 'text-muted',
              )}
            >
              <span className="text-signal">{position + 1}</span>
              <span dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {text?.title ?? m.step_position({ position: position + 1 })}
              </span>
            </span>
            <ChevronDown
              className={classNames(
                'size-5 shrink-0 text-muted transition-transform print:hidden',
                isOpen && 'rotate-180',
              )}
              aria-hidden="true"
            />
          </button>
        </h2>
      </div>
      <div id={id} hidden={!isShown} className="space-y-5 pb-7 sm:pl-10">
        {isShown && (
          <>
            {text?.description && <Markdown text={text.description} />}
            {slug !== undefined &&
              text?.prompts.map((prompt, index) => (
                <StepPrompt
                  // biome-ignore lint/suspicious/noArrayIndexKey: the prompts of a step never change places.
                  key={index}
                  copyFrom={{
                    param: { slug, step: String(position), prompt: String(index) },
                    query: { version: String(run.version) },
                  }}
                  prompt={prompt}
                  blanks={blanks}
                  answering={answered.answering}
                  isAsked={answered.isTo(index)}
                  run={() => answered.ask(index)}
                  store={store}
                  choose={choose}
                />
              ))}
            <StepResult saving={saving} answered={answered} />
          </>
        )}
      </div>
    </li>
  );
}

const DoneMark = ({ label, isDone, change }: { label: string; isDone: boolean; change: () => void }) => (
  <label className="grid size-7 shrink-0 place-items-center *:col-start-1 *:row-start-1">
    <input
      type="checkbox"
      aria-label={label}
      checked={isDone}
      className="peer size-full cursor-pointer appearance-none rounded-full border border-line-strong transition-colors checked:border-accent checked:bg-accent hover:border-ink print:checked:bg-transparent"
      onChange={change}
    />
    <Check
      className="pointer-events-none hidden size-4 text-on-accent peer-checked:block print:text-ink"
      aria-hidden="true"
    />
  </label>
);
