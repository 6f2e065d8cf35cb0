import { Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { answerWords } from '#library/answers/public/answer-words.ts';
import { CopyAnswer } from '#library/answers/public/copy-answer.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextArea } from '#ui/forms/text-area.tsx';
import { LiveMarkdown } from '#ui/markdown/lazy-markdown.tsx';
import type { SavedResult } from './use-saved-result.ts';
import type { StepAnswer } from './use-step-answer.ts';
import * as m from './words/messages.ts';

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

type Props = { saving: SavedResult; answered: StepAnswer };

/** The result of a step: an answer while it is being written, the result's text box, and its save status. */
export function StepResult({ saving: { result, status, change, save }, answered }: Props) {
  const { answer, isRunning } = answered.answering;
  const box = useRef<HTMLTextAreaElement>(null);
  /** The clicked button disappears, and its result is in the box. */
  const andShow = (act: () => void) => () => {
    act();
    box.current?.focus();
  };
  return (
    <>
      {answer.text && answer.state !== 'done' && (
        <section aria-label={m.answer()} className="rounded-md border border-line bg-surface px-5 py-4">
          <LiveMarkdown text={answer.text} source="model" />
          {!isRunning && (
            <div className="mt-3 flex flex-wrap gap-3">
              <Button variant="secondary" size="small" onClick={andShow(answered.takeUnfinished)}>
                {m.use_as_result()}
              </Button>
              <CopyAnswer text={answer.text} size="small" />
            </div>
          )}
        </section>
      )}
      <div>
        <TextArea
          ref={box}
          label={m.result()}
          className="max-h-[32rem]"
          placeholder={m.paste_what_came_of_this_step()}
          value={result}
          readOnly={isRunning}
          onChange={(event) => change(event.target.value)}
          onBlur={() => void save()}
        />
        <p role="status" className="sr-only">
          {answer.state === 'done' && answerWords(answer)}
        </p>
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
        {answered.canBringBack && (
          <Button variant="quiet" size="small" onClick={andShow(answered.bringBack)}>
            <Undo2 className="size-4" aria-hidden="true" />
            {m.bring_back()}
          </Button>
        )}
      </div>
    </>
  );
}
