import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useRef } from 'react';
import { OpenBeforeRun, useAskBeforeRun } from '#library/answers/public/open-before-run.tsx';
import { RunButton, useCanRun } from '#library/answers/public/run-button.tsx';
import type { Answering } from '#library/answers/public/use-answer.ts';
import { type Blank, splitAtBlanks, valuesOf } from '#library/blanks/public/blanks.ts';
import type { Choose } from '#library/blanks/public/fill-place.tsx';
import { type FillStore, typedInto } from '#library/blanks/public/fill-store.ts';
import { FilledText } from '#library/blanks/public/filled-text.tsx';
import { blankKey, fillBlanks } from '#library/blanks/public/parse.ts';
import { CopyControl } from '#library/catalog/public/copy-control.tsx';
import { OpenInMenu } from '#library/catalog/public/open-in-menu.tsx';
import { useCopy } from '#library/catalog/public/use-copy.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import type { StepText } from './use-run-steps.ts';

type Props = {
  copyFrom: { param: { slug: string; step: string; prompt: string }; query: { version: string } };
  prompt: StepText['prompts'][number];
  blanks: readonly Blank[];
  answering: Answering;
  /** Whether the answer belongs to this prompt of the step. */
  isAsked: boolean;
  run: () => void;
  store: FillStore;
  choose: Choose;
};

/** A filled-in prompt of a step, with the buttons to copy or run it. */
export function StepPrompt({ copyFrom, prompt, blanks, answering, isAsked, run, store, choose }: Props) {
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
  /** Running this prompt too would stop the other one's answer. */
  const isOtherRunning = answering.isRunning && !isAsked;
  const copying = useCopy(() => text.current && getSelection()?.selectAllChildren(text.current));
  const copy = async (copyId: string) => {
    const values = typedInto(prompt.blanks, store);
    const text = fillBlanks(pieces, valuesOf(blanks, store.values()));
    const copied = await api.playbooks[':slug'].steps[':step'].prompts[':prompt'].copies.$post({
      ...copyFrom,
      json: { id: copyId, values },
    });
    const { copies_left } = await copied.json();
    if (Object.keys(values).length > 0) void client.invalidateQueries({ queryKey: queryKeys.values });
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
