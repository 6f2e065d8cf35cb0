import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { CopyAnswer } from '#library/answers/public/copy-answer.tsx';
import { RunFilled } from '#library/answers/public/run-button.tsx';
import { FillForm } from '#library/blanks/public/fill-form.tsx';
import { FillSheet, useFillPlace } from '#library/blanks/public/fill-place.tsx';
import { stepResultKey } from '#library/blanks/public/step-results.ts';
import { useRememberedValues } from '#library/blanks/public/values-query.ts';
import type { VersionedItem } from '#library/versions/public/version-source.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { MissingPage } from '#site/settings/public/missing-page.tsx';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { Button } from '#ui/button.tsx';
import { Markdown } from '#ui/markdown/lazy-markdown.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { useFailures } from '#ui/saving/use-failures.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/run-page.ts';
import { groupBlanks } from './blank-groups.ts';
import { EarlierNotice } from './earlier-notice.tsx';
import { runQuery } from './public/run-queries.ts';
import { RunHead } from './run-head.tsx';
import { RunStep } from './run-step.tsx';
import type { Run } from './runs.contract.ts';
import type { SavedPart, Saves } from './saves.ts';
import { type StepText, useRunSteps } from './use-run-steps.ts';
import { useRunValues } from './use-run-values.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.run);

export default function RunPage({ params: { id } }: Route.ComponentProps) {
  const client = useQueryClient();
  // The cached run doesn't include what is typed here, so the next visit loads it again with everything saved.
  useEffect(() => () => client.removeQueries({ queryKey: queryKeys.runs.detail(id) }), [client, id]);
  // What is typed here is newer than a run loaded in the background.
  const query = useQuery({ ...runQuery(id), staleTime: 0, refetchOnWindowFocus: false });
  const { data: run } = query;
  const { steps, current, isMissing, ...loading } = useRunSteps(run);
  const error = run ? loading.error : query.error;
  if (error)
    return (
      <MissingPage
        error={error}
        retry={run ? loading.retry : query.refetch}
        notFound={{ title: m.run_not_found(), about: m.may_be_deleted() }}
        failedTitle={m.this_run_couldnt_be_loaded()}
        back={{ to: '/playbooks', label: common.back_to_playbooks() }}
      />
    );
  if (!run || isMissing)
    return <div className="skeleton mx-auto h-96 max-w-6xl" role="status" aria-label={m.loading_run()} />;
  return <RunView key={`${run.id} ${run.version}`} run={run} steps={steps} current={current} />;
}

/** The maximum number of blanks shown together; more are shown step by step. */
const unfoldedBlanks = 8;

type ViewProps = { run: Run; steps: StepText[]; current: VersionedItem | undefined };

function RunView({ run: loaded, steps, current }: ViewProps) {
  const [run, setRun] = useState(loaded);
  const [open, setOpen] = useState(() =>
    Math.max(
      0,
      loaded.steps.findIndex(({ done }) => !done),
    ),
  );
  const client = useQueryClient();
  const id = useId();
  const { isWide, choose, filling, sheet } = useFillPlace(id);
  const runFilled = useRef<HTMLButtonElement>(null);
  const [saves] = useState<Saves>(() => new Set());
  const { hasFailed, tellFailure } = useFailures<SavedPart>();
  const store = useRunValues(loaded, saves, tellFailure);
  const remembered = useRememberedValues();
  const { blanks, groups } = useMemo(() => groupBlanks(steps), [steps]);
  const sections =
    blanks.length <= unfoldedBlanks
      ? undefined
      : groups.map(({ position, ...group }) => ({
          ...group,
          isOpen: position === undefined || position === open,
        }));
  const doneCount = run.steps.filter(({ done }) => done).length;
  // Invalidate the dashboard and the playbook's page.
  useEffect(() => () => void client.invalidateQueries({ queryKey: queryKeys.runs.all }), [client]);
  const saved = (position: number) => (step: Run['steps'][number]) => {
    store.set(stepResultKey(position), step.result);
    setRun((before) => ({ ...before, steps: before.steps.with(position, step) }));
  };
  const form = (
    <FillForm
      blanks={blanks}
      sections={sections}
      store={store}
      remembered={remembered}
      idPrefix={id}
      finish={() => (filling ? runFilled.current?.focus() : sheet.close())}
    />
  );
  return (
    <article className="mx-auto max-w-6xl">
      <PageTitle>{run.name}</PageTitle>
      {hasFailed && <UnsavedGuard isDirty isKept />}
      <RunHead
        run={run}
        rename={(name) => setRun((before) => ({ ...before, name }))}
        tellFailure={(isFailed) => tellFailure('name', isFailed)}
      />
      <RunProgress done={doneCount} steps={run.steps.length} />
      {current && current.version > run.version && (
        <EarlierNotice run={run} playbook={current} saves={saves} />
      )}
      {steps.length === 0 && (
        <p className="mt-6 rounded-md bg-signal-soft px-5 py-4">{m.playbook_unreadable()}</p>
      )}
      <div className={blanks.length > 0 ? 'mt-4 gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]' : 'mt-4'}>
        <div className="min-w-0">
          <ol className="border-t border-line">
            {run.steps.map((_, position) => (
              <RunStep
                // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by position.
                key={position}
                run={run}
                slug={run.playbook?.slug}
                position={position}
                text={steps[position]}
                blanks={blanks}
                store={store}
                saves={saves}
                tellFailure={tellFailure}
                isOpen={open === position}
                toggle={() => setOpen(open === position ? -1 : position)}
                saved={saved(position)}
                choose={choose}
              />
            ))}
          </ol>
          {run.steps.length > 0 && doneCount === run.steps.length && <Whole run={run} steps={steps} />}
        </div>
        {blanks.length > 0 && isWide && (
          <aside aria-label={common.fill_in()} className="pt-4">
            <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-md border border-line bg-surface p-5">
              <h2 className="text-lg">{m.fill_in_once()}</h2>
              <p className="mt-1 mb-4 text-[0.8125rem] text-muted">{!sections && m.every_step_uses_it()}</p>
              {form}
            </div>
          </aside>
        )}
      </div>
      {blanks.length > 0 && !isWide && (
        <div className="sticky bottom-(--strip) z-10 mt-6 border-t border-line bg-paper py-3 print:hidden">
          <FillSheet
            {...sheet}
            title={m.fill_in_once()}
            blanks={blanks}
            store={store}
            footer={
              filling ? (
                <RunFilled filling={filling} store={store} close={sheet.close} buttonRef={runFilled} />
              ) : (
                <Button className="w-full" onClick={sheet.close}>
                  {m.see_the_steps()}
                </Button>
              )
            }
          >
            {form}
          </FillSheet>
        </div>
      )}
    </article>
  );
}

const RunProgress = ({ done, steps }: { done: number; steps: number }) => (
  <div className="mt-6 flex items-center gap-4">
    <div
      role="progressbar"
      aria-label={common.progress()}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={done}
      className="h-1 flex-1 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full bg-accent transition-[width]"
        style={{ width: `${(done / Math.max(1, steps)) * 100}%` }}
      />
    </div>
    <span className="text-[0.8125rem] text-muted tabular-nums">
      {m.done_count_of_steps_done({ doneCount: done, steps })}
    </span>
  </div>
);

/** The results of all steps, shown at the end. */
function Whole({ run, steps }: { run: Run; steps: StepText[] }) {
  const titleOf = (position: number) => steps[position]?.title ?? m.step_position({ position: position + 1 });
  const text = run.steps
    .flatMap(({ result }, position) => (result ? [`## ${titleOf(position)}\n\n${result}`] : []))
    .join('\n\n');
  return (
    <section aria-labelledby="whole" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="whole" className="text-2xl">
          {m.the_whole()}
        </h2>
        {text && <CopyAnswer text={text} label={m.copy_the_whole()} size="small" />}
      </div>
      <div className="mt-4 space-y-6 rounded-md border border-line bg-surface px-6 py-6">
        {run.steps.map(({ result }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by position.
          <div key={position}>
            <h3 dir="auto" className="eyebrow font-sans">
              {titleOf(position)}
            </h3>
            {result ? (
              <div className="mt-1.5">
                <Markdown text={result} source="model" />
              </div>
            ) : (
              <p className="mt-1.5 text-muted">{m.no_result()}</p>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
