import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber, formatRelative } from '#ui/format.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { readDraft } from '#ui/saving/drafts.ts';
import { OutcomeForm } from '../outcome-form.tsx';
import type { OutcomeReport, Outcomes } from '../outcomes.contract.ts';
import * as m from '../words/messages.ts';
import { outcomesQuery } from './outcomes-query.ts';

/** How well the prompt works with which models, and the question whether it worked for the member. */
export function PromptOutcomes({ prompt: { id, slug } }: { prompt: { id: string; slug: string } }) {
  const { data } = useQuery(outcomesQuery(slug));
  if (!data || (data.models.length === 0 && !data.can.report)) return null;
  return (
    <section aria-label={m.what_works()} className="mt-6">
      {data.models.length > 0 && (
        <ul className="mb-4 space-y-1">
          {data.models.map((of) => (
            <li key={of.model} className="text-sm text-muted [overflow-wrap:anywhere]">
              <RichText parts={successWords(of)} />
            </li>
          ))}
        </ul>
      )}
      {data.can.report && <Question key={id} id={id} slug={slug} outcomes={data} />}
      {data.failures && data.failures.length > 0 && <Failures failures={data.failures} />}
    </section>
  );
}

function successWords({ model, worked, total, last_confirmed_at }: Outcomes['models'][number]) {
  const values = {
    model,
    worked: formatNumber(worked),
    total: formatNumber(total),
    strong: (text: string) => <span className="font-semibold text-ink">{text}</span>,
  };
  return last_confirmed_at
    ? m.works_with_model_confirmed({ ...values, when: formatRelative(last_confirmed_at) })
    : m.works_with_model(values);
}

function Question({ id, slug, outcomes }: { id: string; slug: string; outcomes: Outcomes }) {
  const { mine, has_earlier, version } = outcomes;
  const draftKey = (worked: boolean) => `outcome ${worked ? 'worked' : 'failed'} ${id}`;
  // Reopen the form of an unsaved draft.
  const [asked, setAsked] = useState(() => [true, false].find((worked) => readDraft(draftKey(worked))));
  // The element that replaces the form gets the focus.
  const [isAnswered, setIsAnswered] = useState(false);
  const ask = (worked: boolean) => {
    setIsAnswered(true);
    setAsked(worked);
  };
  const close = () => {
    setIsAnswered(true);
    setAsked(undefined);
  };
  const client = useQueryClient();
  const param = { slug };
  const keep = (answer: Outcomes) => client.setQueryData(queryKeys.prompts.outcomes(slug), answer);
  const report = useMutation({
    mutationFn: async (said: Omit<OutcomeReport, 'version'>) =>
      (await api.prompts[':slug'].outcomes.$put({ param, json: { ...said, version } })).json(),
    onSuccess: keep,
    onError: toastError,
  });
  const remove = useMutation({
    mutationFn: async () => (await api.prompts[':slug'].outcomes.$delete({ param })).json(),
    onMutate: () => keep({ ...outcomes, mine: null, has_earlier: false }),
    onSuccess: keep,
    onError: (error) => {
      keep(outcomes);
      toastError(error);
    },
  });
  if (asked !== undefined)
    return (
      <OutcomeForm
        worked={asked}
        outcomes={outcomes}
        draftKey={draftKey(asked)}
        isByHand={isAnswered}
        isBusy={report.isPending}
        save={(said) =>
          report.mutateAsync(said).then(
            () => true,
            () => false,
          )
        }
        close={close}
      />
    );
  const removeButton = (
    <Button
      variant="quiet"
      size="small"
      disabled={remove.isPending}
      onClick={() => {
        setIsAnswered(true);
        remove.mutate();
      }}
    >
      {mine && !outcomes.has_earlier ? m.remove() : m.remove_my_answers()}
    </Button>
  );
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2">
      {mine ? (
        <>
          <p className="text-sm [overflow-wrap:anywhere]">
            {mine.worked ? (
              <Check className="mr-1.5 inline size-4 text-accent" aria-hidden="true" />
            ) : (
              <X className="mr-1.5 inline size-4 text-signal" aria-hidden="true" />
            )}
            {mine.worked
              ? m.you_said_it_worked_with_model({ model: mine.model })
              : m.you_said_it_did_not_work({ model: mine.model })}
          </p>
          <span key="answer" className="flex gap-1">
            <Button variant="quiet" size="small" autoFocus={isAnswered} onClick={() => ask(mine.worked)}>
              {m.change()}
            </Button>
            {removeButton}
          </span>
        </>
      ) : (
        <>
          <p className="text-sm text-muted print:hidden">
            {has_earlier ? m.tried_this_version() : m.tried_it()}
          </p>
          <span key={has_earlier ? 'earlier' : 'question'} className="flex flex-wrap gap-2">
            <Button variant="secondary" size="small" autoFocus={isAnswered} onClick={() => ask(true)}>
              <Check className="size-4" aria-hidden="true" />
              {m.worked()}
            </Button>
            <Button variant="secondary" size="small" onClick={() => ask(false)}>
              <X className="size-4" aria-hidden="true" />
              {m.did_not_work()}
            </Button>
            {has_earlier && removeButton}
          </span>
        </>
      )}
    </div>
  );
}

/** Shown to the author, editors and admins only. */
function Failures({ failures }: { failures: NonNullable<Outcomes['failures']> }) {
  return (
    <details className="mt-4 rounded-md border border-line bg-surface px-5 py-3">
      <summary className="cursor-pointer text-sm font-semibold">{m.what_fails()}</summary>
      <ul className="mt-3 space-y-4">
        {failures.map(({ version, model, worked, total, notes }) => (
          <li key={`${version} ${model}`} className="text-sm [overflow-wrap:anywhere]">
            {m.version_failed_with_model({
              version,
              model,
              failed: formatNumber(total - worked),
              total: formatNumber(total),
            })}
            {notes.length > 0 && (
              <ul className="mt-1.5 space-y-1.5 border-l-2 border-line pl-3 text-muted">
                {[...new Set(notes)].map((note) => (
                  <li key={note} dir="auto">
                    {note}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
