import { useRef, useState } from 'react';
import { type Blank, openBlanks } from '#library/blanks/public/blanks.ts';
import type { Choose } from '#library/blanks/public/fill-place.tsx';
import { type FillStore, useFilledValues } from '#library/blanks/public/fill-store.ts';
import { blankKey } from '#library/blanks/public/parse.ts';
import { Button } from '#ui/button.tsx';
import { focusOn } from '#ui/keep-row-focus.ts';
import * as m from '../words/messages.ts';

type Props = {
  blanks: readonly Blank[];
  store: FillStore;
  choose: Choose;
  run: () => void;
};

/**
 * Runs count against a limit, so with blanks still open, `ask` focuses the first of them and offers to run anyway. `button` is the ref for
 * the run button, which also stops the run.
 */
export function useAskBeforeRun({ blanks, store, choose, run }: Props) {
  const open = openBlanks(blanks, useFilledValues(store));
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const runAnyway = () => {
    setIsAsking(false);
    // The button that was clicked disappears.
    focusOn(button.current);
    run();
  };
  const ask = () => {
    const [first] = open;
    if (!first) return runAnyway();
    setIsAsking(true);
    choose(blankKey(first.name), { blanks, run: runAnyway });
  };
  return { open: isAsking ? open : [], ask, runAnyway, button };
}

/** Lists the open blanks and offers to run anyway. */
export const OpenBeforeRun = ({
  asking: { open, runAnyway },
}: {
  asking: ReturnType<typeof useAskBeforeRun>;
}) => (
  <div role="status">
    {open.length > 0 && (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-5 py-3 text-sm">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          {m.still_open({ names: open.map(({ label }) => label).join(', ') })}
        </p>
        <Button variant="secondary" size="small" onClick={runAnyway}>
          {m.run_anyway()}
        </Button>
      </div>
    )}
  </div>
);
