import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useId, useState } from 'react';
import type { Blank } from '#library/blanks/public/blanks.ts';
import type { Choose } from '#library/blanks/public/fill-place.tsx';
import type { FillStore } from '#library/blanks/public/fill-store.ts';
import { api, streamingApi } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { LiveMarkdown } from '#ui/markdown/lazy-markdown.tsx';
import { toastError } from '#ui/overlays/toasts.tsx';
import { newId } from '#ui/saving/new-id.ts';
import { forgetAnswer, keepAnswer, readAnswer } from '#ui/saving/unsaved-values.ts';
import * as m from '../words/messages.ts';
import { answerWords } from './answer-words.ts';
import { CopyAnswer } from './copy-answer.tsx';
import { OpenBeforeRun, useAskBeforeRun } from './open-before-run.tsx';
import { RunButton, RunsLeft } from './run-button.tsx';
import { type Answer, useAnswer } from './use-answer.ts';
import { useWrittenAnswer } from './use-written-answer.ts';

type Props = {
  itemId: string;
  slug: string;
  version: number;
  /** The values of the blanks, by name. */
  values: () => Record<string, string>;
  blanks: readonly Blank[];
  store: FillStore;
  choose: Choose;
};

/** An answer that can be saved: the `id` prevents saving it twice, and `version` is the prompt's version that was run. */
type Ran = { id: string; version: number; answer: Answer };

/** Runs the prompt with the site's language model. The answer can be stopped, copied and saved. */
export function RunHere({ itemId, slug, version, values, blanks, store, choose }: Props) {
  const id = useId();
  const [kept] = useState(() => readAnswer<Ran>(itemId));
  const answering = useAnswer({ kept: kept?.answer });
  const { answer, isRunning } = answering;
  const [ran, setRan] = useState(() => ({ id: kept?.id ?? newId(), version: kept?.version ?? version }));
  useWrittenAnswer(answering, (written) => keepAnswer(itemId, { ...ran, answer: written } satisfies Ran));
  const run = () => {
    setRan({ id: newId(), version });
    answering.start((signal) =>
      streamingApi.prompts[':slug'].answers.$post(
        { param: { slug }, json: { values: values() } },
        { init: { signal } },
      ),
    );
  };
  const asking = useAskBeforeRun({ blanks, store, choose, run });
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'mt-6 rounded-md border border-line bg-surface',
        answer.state === 'none' && 'print:hidden',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
        <h2 id={id} className="text-xl">
          {m.run_here()}
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <RunsLeft />
          <RunButton answering={answering} run={asking.ask} buttonRef={asking.button} />
        </div>
      </div>
      <OpenBeforeRun asking={asking} />
      {answer.state !== 'none' && (
        <div className="border-t border-line">
          <AnswerText answer={answer} />
          {answer.text && !isRunning && (
            <AnswerActions itemId={itemId} slug={slug} ran={{ ...ran, answer }} />
          )}
        </div>
      )}
    </section>
  );
}

function AnswerText({ answer }: { answer: Answer }) {
  return (
    <>
      {/* Mounted before the first word, so screen readers announce it as it streams. */}
      <div className={answer.text ? 'max-w-3xl px-5 pt-5' : undefined}>
        <LiveMarkdown text={answer.text} source="model" />
      </div>
      <p
        role="status"
        className={`px-5 py-4 text-[0.8125rem] ${answer.state === 'failed' ? 'text-signal' : 'text-muted'}`}
      >
        {answerWords(answer)}
      </p>
    </>
  );
}

function AnswerActions({ itemId, slug, ran }: { itemId: string; slug: string; ran: Ran }) {
  const client = useQueryClient();
  const { id, version, answer } = ran;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () =>
      (
        await api.prompts[':slug'].results.$post({
          param: { slug },
          json: { id, result: answer.text, model: answer.model, version },
        })
      ).json(),
    onSuccess: () => {
      if (readAnswer<Ran>(itemId)?.id === id) forgetAnswer();
      return client.invalidateQueries({ queryKey: queryKeys.prompts.results(slug) });
    },
    onError: toastError,
  });
  return (
    <div className="flex flex-wrap gap-3 border-t border-line px-5 py-3">
      <CopyAnswer text={answer.text} />
      <Button
        variant="secondary"
        disabled={isPending}
        aria-disabled={isSuccess}
        onClick={() => !isSuccess && mutate()}
      >
        <Bookmark className="size-4" aria-hidden="true" />
        {isSuccess ? m.kept() : m.keep_as_result()}
      </Button>
    </div>
  );
}
