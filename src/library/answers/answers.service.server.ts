import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { readPromptText } from '#access/gated.server.ts';
import { grantPrompt } from '#access/items.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { runLimits } from '#constants';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import {
  type Blank,
  mergeBlanks,
  readBlanks,
  splitAtBlanks,
  valuesByKey,
  valuesOf,
} from '#library/blanks/public/blanks.ts';
import { fillBlanks } from '#library/blanks/public/parse.ts';
import { recordPromptRun } from '#library/history/public/record-history.server.ts';
import { AppError } from '#platform/errors.ts';
import type { AnswerPart, LanguageModel } from '#platform/language-model.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { LoadModel } from '#platform/model-loader.server.ts';
import type { AnswerEvent } from './answer-events.ts';
import type { createRunBudget, Reservation, RunProof } from './run-budget.server.ts';

type Values = Readonly<Record<string, string>>;
type Steps = { prompts: { prompt_body: string; blanks: Blank[] }[] }[];

type Parts = {
  db: Database;
  log: Log;
  loadModel: LoadModel;
  modelName: string | undefined;
  budget: ReturnType<typeof createRunBudget>;
  prompts: { isReadingCounted(proof: Grant<'prompt', 'read'>, type: 'prompt'): Promise<boolean> };
  playbooks: {
    readToRun(
      viewer: Viewer,
      slug: string,
    ): Promise<{ proof: Grant<'playbook', 'run'>; steps: Steps | undefined }>;
  };
};

/** Prompts answered by the site's language model, each run within what its member and the site can use. */
export function createAnswersService(parts: Parts) {
  const { db, log, loadModel, modelName = '', budget, prompts, playbooks } = parts;

  async function requireModel(): Promise<LanguageModel> {
    const model = await loadModel();
    if (!model) throw new AppError('model_off', 'This site has no language model to run prompts with.');
    return model;
  }

  /** Begins an answer. What fails before its first word is thrown, and costs nothing. */
  async function begin(proof: RunProof, text: string, signal: AbortSignal) {
    const model = await requireModel();
    if (text.length > runLimits.inputCharacters)
      throw new AppError(
        'validation_failed',
        `This prompt is too long to run here (maximum ${runLimits.inputCharacters.toLocaleString('en-US')} characters).`,
      );
    const reservation = await budget.reserve(proof, tokensIn(text));
    const stop = new AbortController();
    const answer = model.stream({
      text,
      maxOutputTokens: reservation.answerTokens,
      seconds: runLimits.seconds,
      signal: AbortSignal.any([signal, stop.signal]),
    });
    const meter = createMeter(text, reservation);
    try {
      const first = await answer.next();
      return write(answer, first, { reservation, meter, stop });
    } catch (error) {
      // Whoever leaves before the first word has had the model read the prompt.
      await (signal.aborted ? meter.settle() : reservation.giveBack());
      throw error;
    }
  }

  type Running = { reservation: Reservation; meter: Meter; stop: AbortController };

  /** The events of an answer. Whoever goes away stops the model, and what was used still counts. */
  function write(
    answer: AsyncGenerator<AnswerPart>,
    first: IteratorResult<AnswerPart>,
    { reservation, meter, stop }: Running,
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
            if (next.value.kind === 'text') {
              meter.add(next.value.text);
              send({ type: 'text-delta', id: 'answer', delta: next.value.text });
            } else {
              meter.end(next.value.usage);
              send({ type: 'text-end', id: 'answer' });
              send({ type: 'finish', messageMetadata: { is_cut: next.value.isCut } });
            }
          }
        };
        run()
          .catch((error: unknown) => {
            if (stop.signal.aborted) return;
            log.warn('An answer broke off', { error });
            send({
              type: 'error',
              errorText: error instanceof AppError ? error.message : 'The answer broke off. Try again.',
            });
          })
          .then(() => meter.settle())
          .catch((error: unknown) => log.error('A run could not be settled', { error }))
          .finally(() => {
            if (!stop.signal.aborted) controller.close();
          });
      },
      cancel: () => stop.abort(),
    });
  }

  return {
    /** How often the member can run prompts: never, where there is no model. */
    allowance: async (viewer: Parameters<typeof budget.allowance>[0]) =>
      loadModel() ? budget.allowance(viewer) : { daily_run_limit: 0, runs_left: 0 },

    /**
     * Answers a prompt with its blanks filled in.
     * @throws AppError 401, 403, 404, 422; 429 over a limit; 502 model_failed; 409 model_off
     */
    async prompt(viewer: Viewer, slug: string, values: Values, signal: AbortSignal) {
      const proof = await grantPrompt(db, viewer, slug, 'run');
      await requireModel();
      if (
        proof.viewer.readingCounts &&
        !(await prompts.isReadingCounted(await grantPrompt(db, viewer, slug, 'read'), 'prompt'))
      )
        throw readingLimitReached();
      const { body, definitions, version } = await readPromptText<BlankDefinition>(db, proof);
      const { pieces, blanks } = readBlanks(body, definitions);
      const given = valuesByKey(values);
      const answer = await begin(proof, fillBlanks(pieces, valuesOf(blanks, given)), signal);
      await recordPromptRun(db, proof, { version, values: Object.fromEntries(given) });
      return answer;
    },

    /** The same for a prompt of a step, both 0-based; blanks that share a name share what their authors have said. */
    async stepPrompt(
      viewer: Viewer,
      { slug, step, prompt }: { slug: string; step: number; prompt: number },
      values: Values,
      signal: AbortSignal,
    ) {
      const { proof, steps } = await playbooks.readToRun(viewer, slug);
      const found = steps?.[step]?.prompts[prompt];
      if (steps && !found) throw new AppError('not_found', 'Prompt not found');
      await requireModel();
      if (!steps || !found) throw readingLimitReached();
      const shared = mergeBlanks(steps.flatMap(({ prompts: each }) => each.map(({ blanks }) => blanks)));
      const pieces = splitAtBlanks(found.prompt_body, found.blanks);
      return begin(proof, fillBlanks(pieces, valuesOf(shared, valuesByKey(values))), signal);
    },
  };
}

const readingLimitReached = () =>
  new AppError('daily_copy_limit_reached', 'You have read all that your plan has for today.');

/** More than most models count, where the endpoint does not say. */
const tokensIn = (text: string) => Math.ceil(text.length / runLimits.charactersPerToken);

type Meter = ReturnType<typeof createMeter>;

/** What a run has used: as the endpoint counts it, else by the length of the texts. */
function createMeter(text: string, reservation: Reservation) {
  let written = 0;
  let usage: { input: number | undefined; output: number | undefined } | undefined;
  return {
    add(part: string) {
      written += part.length;
    },
    end(counted: { input: number | undefined; output: number | undefined }) {
      usage = counted;
    },
    settle() {
      const output = usage?.output ?? Math.ceil(written / runLimits.charactersPerToken);
      return reservation.settle((usage?.input ?? tokensIn(text)) + output);
    },
  };
}
