import { useRef, useState } from 'react';
import { type Blank, openBlanks } from '#library/blanks/public/blanks.ts';
import { type FillStore, useFilledValues } from '#library/blanks/public/fill-store.ts';
import { blankKey } from '#library/blanks/public/parse.ts';
import { Button } from '#ui/button.tsx';
import { focusOn } from '#ui/keep-row-focus.ts';
import * as m from '../words/messages.ts';

type Props = {
  blanks: readonly Blank[];
  store: FillStore;
  /** Leads to the field of a blank. */
  choose: (key: string) => void;
  run: () => void;
};

/**
 * A run counts: with blanks still open, `ask` leads to the first one instead and leaves the choice. `button` is the ref of the one that asks,
 * which stops the run as well.
 */
export function useAskBeforeRun({ blanks, store, choose, run }: Props) {
  const open = openBlanks(blanks, useFilledValues(store));
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const runAnyway = () => {
    setIsAsking(false);
    // The way to run all the same goes away.
    focusOn(button.current);
    run();
  };
  const ask = () => {
    const [first] = open;
    if (!first) return runAnyway();
    setIsAsking(true);
    choose(blankKey(first.name));
  };
  return { open: isAsking ? open : [], ask, runAnyway, button };
}

/** Says which blanks are open, with the way to run all the same. */
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
