import { Play, Square } from 'lucide-react';
import type { Ref } from 'react';
import { openBlanks } from '#library/blanks/public/blanks.ts';
import type { Filling } from '#library/blanks/public/fill-place.tsx';
import { type FillStore, useFilledValues } from '#library/blanks/public/fill-store.ts';
import { useProfile } from '#people/session/public/use-profile.ts';
import { Button } from '#ui/button.tsx';
import * as m from '../words/messages.ts';
import type { Answering } from './use-answer.ts';

/** Whether the member's plan includes any runs. */
export const useCanRun = () => (useProfile()?.daily_run_limit ?? 0) > 0;

type Props = {
  answering: Answering;
  run: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
  variant?: 'primary' | 'secondary';
};

/** Runs a prompt with the site's model, or stops it. */
export function RunButton({ answering: { isRunning, stop }, run, buttonRef, variant = 'secondary' }: Props) {
  const left = useProfile()?.runs_left ?? null;
  return (
    <Button
      ref={buttonRef}
      variant={variant}
      aria-disabled={!isRunning && left === 0 ? true : undefined}
      onClick={isRunning ? stop : () => left !== 0 && run()}
    >
      {isRunning ? (
        <Square className="size-4" aria-hidden="true" />
      ) : (
        <Play className="size-4" aria-hidden="true" />
      )}
      {isRunning ? m.stop() : m.run_here()}
    </Button>
  );
}

type FilledProps = {
  filling: Filling;
  store: FillStore;
  close: () => void;
  buttonRef: Ref<HTMLButtonElement>;
};

/** The main button of a sheet that was opened to fill in a prompt before it runs. */
export function RunFilled({ filling: { blanks, run }, store, close, buttonRef }: FilledProps) {
  const isOpen = openBlanks(blanks, useFilledValues(store)).length > 0;
  const runAndClose = () => {
    close();
    run();
  };
  return (
    <Button ref={buttonRef} className="w-full" onClick={runAndClose}>
      <Play className="size-4" aria-hidden="true" />
      {isOpen ? m.run_anyway() : m.run_here()}
    </Button>
  );
}

/** "3 runs left today". */
export function RunsLeft() {
  const left = useProfile()?.runs_left ?? null;
  if (left === null) return null;
  return (
    <span className="text-[0.8125rem] text-muted print:hidden">
      {left === 0 ? m.no_runs_left_today() : m.count_runs_left_today({ count: left })}
    </span>
  );
}
