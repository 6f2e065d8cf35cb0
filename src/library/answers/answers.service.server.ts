import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { readPromptText } from '#access/gated.server.ts';
import { grantPrompt } from '#access/items.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { modelLimits } from '#constants';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import {
  type Blank,
  filledValues,
  readBlanks,
  sharedBlanks,
  splitAtBlanks,
  valuesByKey,
  valuesOf,
} from '#library/blanks/public/blanks.ts';
import { fillText } from '#library/blanks/public/fill-text.server.ts';
import type { ValuesService } from '#library/blanks/public/values.service.server.ts';
import { dailyLimitReached } from '#library/catalog/public/daily-limit.server.ts';
import type { Readings } from '#library/catalog/public/readings.ts';
import { recordPromptRun, recordStepRun } from '#library/history/public/record-history.server.ts';
import { AppError } from '#platform/errors.ts';
import type { AnswerPart, LanguageModel } from '#platform/model/language-model.server.ts';
import type { LoadModel } from '#platform/model/model-loader.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { AnswerEvent } from './answer-events.ts';
import type { createRunBudget, Reservation, RunProof } from './run-budget.server.ts';
import { createTokenMeter, type TokenMeter, tokensIn } from './token-meter.server.ts';
import * as m from './words/messages.ts';

type Values = Readonly<Record<string, string>>;
type Steps = { prompts: { prompt_body: string; blanks: Blank[] }[] }[];

type Parts = {
  db: Database;
  log: Log;
  loadModel: LoadModel;
  budget: ReturnType<typeof createRunBudget>;
  prompts: Pick<Readings, 'requireReading'>;
  playbooks: {
    readToRun(
      viewer: Viewer,
      slug: string,
      version?: number,
    ): Promise<{ proof: Grant<'playbook', 'ask-model'>; steps: Steps | undefined }>;
  };
  values: Pick<ValuesService, 'remember'>;
};

/** Answers prompts with the site's language model, within the limits of the member and of the site. */
export function createAnswersService(parts: Parts) {
  const { db, log, loadModel, budget, prompts, playbooks, values: savedValues } = parts;
  /** One promise for each answer under way. It resolves once the answer has ended and its run is settled. */
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  /** @returns a function to call when the answer has ended */
  function track(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.add(promise);
    return () => {
      running.delete(promise);
      resolve();
    };
  }

  async function requireModel(): Promise<LanguageModel> {
    const model = await loadModel();
    if (!model) throw new AppError('model_off', m.refused_no_model());
    return model;
  }

  /** Starts an answer. Throws if it fails before the first word; tokens used so far still count. */
  async function begin(proof: RunProof, text: string, signal: AbortSignal) {
    const model = await requireModel();
    if (text.length > modelLimits.inputCharacters)
      throw new AppError(
        'validation_failed',
        m.refused_too_long({ count: formatNumber(modelLimits.inputCharacters) }),
      );
    if (closing.signal.aborted) throw siteStops();
    const over = track();
    try {
      const reservation = await budget.reserve(proof, tokensIn(text));
      const stop = new AbortController();
      const answer = model.stream({
        text,
        maxOutputTokens: reservation.answerTokens,
        seconds: modelLimits.seconds,
        signal: AbortSignal.any([signal, stop.signal, closing.signal]),
      });
      const meter = createTokenMeter(text, reservation);
      const first = await firstWord(answer, meter).catch(async (error: unknown) => {
        await meter.settleAfter(error);
        throw closing.signal.aborted ? siteStops() : error;
      });
      return write(answer, first, { modelName: model.name, reservation, meter, stop, over });
    } catch (error) {
      over();
      throw error;
    }
  }

  type Running = {
    modelName: string;
    reservation: Reservation;
    meter: TokenMeter;
    stop: AbortController;
    over: () => void;
  };

  /** The events of an answer. If the client disconnects, the model stops; tokens used still count. */
  function write(
    answer: AsyncGenerator<AnswerPart>,
    first: IteratorResult<AnswerPart>,
    { modelName, reservation, meter, stop, over }: Running,
  ): ReadableStream<AnswerEvent> {
    return new ReadableStream<AnswerEvent>({
      start(controller) {
        const send = (event: AnswerEvent) => {
          if (!stop.signal.aborted) controller.enqueue(event);
        };
        const run = async () => {
          send({ type: 'start', messageMetadata: { model: modelName, runs_left: reservation.runsLeft } });
          send({ type: 'text-start', id: 'answer' });
          for (let next = first; !next.done; next = await answer.next()) {
            meter.add(next.value);
            if (next.value.kind === 'text')
              send({ type: 'text-delta', id: 'answer', delta: next.value.text });
            if (next.value.kind === 'end') {
              send({ type: 'text-end', id: 'answer' });
              send({ type: 'finish', messageMetadata: { is_cut: next.value.isCut } });
            }
          }
        };
        const tell = (error: unknown) => {
          if (stop.signal.aborted) return;
          log.warn('An answer was cut off', { error });
          const known = closing.signal.aborted ? siteStops() : error;
          send({
            type: 'error',
            errorText: known instanceof AppError ? known.message : m.the_answer_broke_off(),
          });
        };
        run()
          .then(meter.settle, (error: unknown) => {
            tell(error);
            return meter.settleAfter(error);
          })
          .catch((error: unknown) => log.error('A run could not be settled', { error }))
          .finally(() => {
            if (!stop.signal.aborted) controller.close();
            over();
          });
      },
      cancel: () => stop.abort(),
    });
  }

  return {
    /** How many runs the member has; zero if no model is set up. */
    allowance: async (viewer: Parameters<typeof budget.allowance>[0]) =>
      (await loadModel.modelName()) ? budget.allowance(viewer) : { daily_run_limit: 0, runs_left: 0 },

    /**
     * Answers a prompt with its blanks filled in.
     * @throws AppError 401, 403, 404, 422; 429 over a limit; 502 model_failed; 409 model_off
     */
    async prompt(viewer: Viewer, slug: string, values: Values, signal: AbortSignal) {
      const proof = await grantPrompt(db, viewer, slug, 'ask-model');
      await requireModel();
      await prompts.requireReading(await grantPrompt(db, viewer, slug, 'read'));
      const { body, definitions, version } = await readPromptText<BlankDefinition>(db, proof);
      const { pieces, blanks } = readBlanks(body, definitions);
      const filled = valuesOf(blanks, valuesByKey(values));
      const answer = await begin(proof, fillText(pieces, filled), signal);
      return afterBegin(answer, async () => {
        await recordPromptRun(db, proof, { version, values: filledValues(blanks, filled) });
        await savedValues.remember(viewer, blanks, values);
      });
    },

    /**
     * Like `prompt`, for a prompt of a playbook's step. `step` and `prompt` are 0-based; `version` is the playbook's,
     * by default its current one. Blanks with the same name share one definition.
     */
    async stepPrompt(
      viewer: Viewer,
      {
        slug,
        step,
        prompt,
        version,
      }: { slug: string; step: number; prompt: number; version?: number | undefined },
      values: Values,
      signal: AbortSignal,
    ) {
      const { proof, steps } = await playbooks.readToRun(viewer, slug, version);
      const found = steps?.[step]?.prompts[prompt];
      if (steps && !found) throw new AppError('not_found', common.prompt_not_found());
      await requireModel();
      if (!steps || !found) throw dailyLimitReached();
      const pieces = splitAtBlanks(found.prompt_body, found.blanks);
      const filled = valuesOf(sharedBlanks(steps), valuesByKey(values));
      const answer = await begin(proof, fillText(pieces, filled), signal);
      return afterBegin(answer, async () => {
        const used = filledValues(found.blanks, filled);
        await recordStepRun(db, proof, { place: { step, prompt }, version, values: used });
        await savedValues.remember(viewer, found.blanks, values);
      });
    },

    /** Gives running answers a moment to finish, then ends them. Resolves once all runs are settled; no new ones start. */
    async stop(): Promise<void> {
      const grace = new AbortController();
      const moment = delay(modelLimits.stopSeconds * 1_000, undefined, { signal: grace.signal });
      await Promise.race([Promise.all(running), moment]);
      grace.abort();
      await moment.catch(() => undefined);
      closing.abort();
      await Promise.all(running);
    },
  };
}

/** Does the work that accompanies an answer. If it fails, the answer is canceled, because its client gets an error instead. */
async function afterBegin<Answer extends ReadableStream>(answer: Answer, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    await answer.cancel();
    throw error;
  }
  return answer;
}

const siteStops = () =>
  new AppError('unavailable', m.refused_restarting(), {
    retryAfterSeconds: 10,
  });

/** Reads up to the first word, or to the end. Counts the model's thinking before that. */
async function firstWord(answer: AsyncGenerator<AnswerPart>, meter: TokenMeter) {
  for (;;) {
    const next = await answer.next();
    if (next.done || next.value.kind !== 'thought') return next;
    meter.add(next.value);
  }
}
