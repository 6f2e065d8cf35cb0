import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import * as common from '#ui/words/messages.ts';
import { overviewPosition, usePlaybookPosition } from './playbook-position.ts';
import { PlaybookStep } from './playbook-step.tsx';
import type { PlaybookDetail } from './playbooks.contract.ts';
import * as m from './words/messages.ts';

type Props = {
  playbook: PlaybookDetail;
  /** `isBack`: the reader has returned from a step, so the overview gets the focus, like a step does. */
  overview: (isBack: boolean) => ReactNode;
};

/** The overview, then the steps one by one. */
export function PlaybookViewer({ playbook, overview }: Props) {
  const count = playbook.steps.length;
  const { position, move } = usePlaybookPosition(playbook.slug, count);
  const left = playbook.position;
  const step = playbook.steps[position];
  const [hasLeft, setHasLeft] = useState(false);
  if (step && !hasLeft) setHasLeft(true);
  if (count === 0) {
    return (
      <>
        {overview(false)}
        <p className="mt-10 border-y border-line py-12 text-center font-serif text-2xl font-medium">
          {m.no_steps_yet()}
        </p>
      </>
    );
  }
  const done = position + 1;
  return (
    <>
      {step ? (
        <PlaybookStep key={step.id} playbook={playbook} step={step} count={count} />
      ) : (
        overview(hasLeft)
      )}
      {!step && left !== null && left > overviewPosition && left < count && (
        <p className="mt-8 flex flex-wrap items-center gap-4 rounded-md bg-accent-soft px-5 py-4">
          {m.you_were_on_step({ step: left + 1, count })}
          <Button size="small" onClick={() => move(left)}>
            {m.continue_there()}
          </Button>
        </p>
      )}
      {!step && (
        <ol className="mt-8 border-t border-line">
          {playbook.steps.map(({ id, title }, index) => (
            <li key={id} className="border-b border-line">
              <button
                type="button"
                className="grid w-full grid-cols-[2.5rem_minmax(0,1fr)] items-baseline py-3.5 text-left hover:text-accent print:grid!"
                onClick={() => move(index)}
              >
                <span aria-hidden="true" className="font-serif text-xl font-medium text-signal">
                  {index + 1}
                </span>
                <span
                  dir="auto"
                  className="font-serif text-xl font-medium text-pretty [overflow-wrap:anywhere]"
                >
                  {title}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <nav
        aria-label={m.steps()}
        className="sticky bottom-(--strip) z-10 mt-10 border-t border-line bg-paper py-4"
      >
        <div
          role="progressbar"
          aria-label={common.progress()}
          aria-valuemin={0}
          aria-valuemax={count}
          aria-valuenow={done}
          aria-valuetext={m.done_of_count({ done, count })}
          className="mb-4 h-1 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full bg-accent transition-[width]"
            style={{ width: `${(done / count) * 100}%` }}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Button
            variant="secondary"
            disabled={position === overviewPosition}
            onClick={() => move(position - 1)}
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            {m.previous()}
          </Button>
          <span className="text-sm whitespace-nowrap text-muted tabular-nums" aria-hidden="true">
            {done} / {count}
          </span>
          <Button disabled={done === count} onClick={() => move(position + 1)}>
            {done === count ? (
              <span>{m.completed()}</span>
            ) : (
              <>
                <span>{m.next()}</span>
                <ArrowRight className="size-4" aria-hidden="true" />
              </>
            )}
          </Button>
        </div>
      </nav>
    </>
  );
}
