import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  generateText,
  type ModelMessage,
  NoObjectGeneratedError,
  Output,
  streamText,
} from 'ai';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { GuardedFetch } from '../http/guarded-fetch.server.ts';
import { cutText } from '../text/cut-text.ts';
import * as m from '../words/messages.ts';
import { asFetch, wordsOf } from './model-endpoint.server.ts';
import { assertComplete, isBeforeAnswer, toAppError, toMemberError } from './model-errors.server.ts';
import { ModelFailure, type ModelUsage } from './model-failure.ts';

// The response includes the library's warnings, which are shown to the admin, so don't print them as well.
globalThis.AI_SDK_LOG_WARNINGS = false;

export type ModelSettings = {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** For a URL that the operator hasn't set. */
  fetch?: GuardedFetch;
};

type Question<Schema extends z.ZodType> = {
  instruction: string;
  /** Sent to the model as data, never as part of the instruction. */
  data: Record<string, string>;
  schema: Schema;
  maxOutputTokens: number;
  seconds: number;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
};

type StreamRequest = {
  /** The member's text; the model gets nothing else. */
  text: string;
  maxOutputTokens: number;
  seconds: number;
  signal: AbortSignal;
};

/** A piece of an answer or of the model's thinking, or the end of the answer. `isCut`: it reached `maxOutputTokens`. */
export type AnswerPart =
  | { kind: 'text' | 'thought'; text: string }
  | { kind: 'end'; usage: ModelUsage; isCut: boolean };

/** If an answer doesn't match the schema, the model is asked once more and told why. */
const maxAttempts = 2;
/** The maximum length, in characters, of an invalid answer that is quoted back to the model. */
const maxQuotedAnswer = 20_000;
/** Retries of a busy or failing endpoint, after the delay that it requests. */
const maxRetries = 2;

/**
 * For a test of the model: the question, and the limits for its answer. Models that think first need more tokens than
 * the one word.
 */
const greeting = { text: 'Answer with the word OK.', tokens: 500, seconds: 30, shown: 200 };

const nothingUsed: ModelUsage = { input: 0, output: 0 };

export type LanguageModel = ReturnType<typeof createLanguageModel>;

/** Works with any endpoint that has OpenAI's chat completions API. The model gets no tools, so it can only answer. */
export function createLanguageModel({ baseUrl, apiKey, model, fetch: guarded }: ModelSettings) {
  const provider = createOpenAICompatible({
    name: 'language-model',
    baseURL: baseUrl.replace(/\/+$/, ''),
    supportsStructuredOutputs: true,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(guarded && { fetch: asFetch(guarded) }),
  });
  /** Not every endpoint accepts a JSON schema. After a refusal, the schema is added to the instruction instead. */
  let supportsSchema = true;

  async function generate<Schema extends z.ZodType>(
    question: Question<Schema>,
    messages: ModelMessage[],
    abortSignal: AbortSignal,
  ): Promise<string> {
    const { instruction, schema, maxOutputTokens } = question;
    const schemaText = `\n\nJSON schema of the answer:\n${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))}`;
    const common = {
      model: provider(model),
      instructions: supportsSchema ? instruction : instruction + schemaText,
      messages,
      maxOutputTokens,
      maxRetries,
      abortSignal,
    };
    try {
      const { text, finishReason } = supportsSchema
        ? await generateText({ ...common, output: Output.object({ schema }) })
        : await generateText(common);
      assertComplete(finishReason);
      return text;
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) {
        assertComplete(error.finishReason);
        return error.text ?? '';
      }
      if (supportsSchema && APICallError.isInstance(error) && [400, 422].includes(error.statusCode ?? 0)) {
        supportsSchema = false;
        return generate(question, messages, abortSignal);
      }
      throw error;
    }
  }

  return {
    name: model,

    /** Asks for one word, to test whether the model answers. @throws AppError 502 model_failed with the endpoint's message */
    async greet(): Promise<string> {
      const timeout = AbortSignal.timeout(greeting.seconds * 1_000);
      try {
        const { text } = await generateText({
          model: provider(model),
          messages: [{ role: 'user', content: greeting.text }],
          maxOutputTokens: greeting.tokens,
          maxRetries: 0,
          abortSignal: timeout,
        });
        return cutText(text.trim(), greeting.shown);
      } catch (error) {
        const known = toAppError(error, timeout.aborted ? greeting.seconds : undefined);
        const said = wordsOf(error);
        throw known instanceof AppError && said !== undefined
          ? new AppError('model_failed', `${known.message} ${said}`, { cause: error })
          : known;
      }
    },

    /**
     * Asks for an answer that matches `schema`.
     * @throws AppError 502 model_failed with a message for users
     */
    async ask<Schema extends z.ZodType>(question: Question<Schema>): Promise<z.output<Schema>> {
      const { schema, data, seconds, signal } = question;
      const timeout = AbortSignal.timeout(seconds * 1_000);
      const messages: ModelMessage[] = [{ role: 'user', content: JSON.stringify(data) }];
      try {
        for (let attempt = 1; ; attempt += 1) {
          const text = await generate(question, messages, AbortSignal.any([signal, timeout]));
          const parsed = schema.safeParse(readJson(text));
          if (parsed.success) return parsed.data;
          if (attempt === maxAttempts) throw new AppError('model_failed', m.model_unusable());
          const issue = parsed.error.issues[0];
          const reason = `${issue?.path.join('.') || 'the answer'}: ${issue?.message}`;
          messages.push(
            { role: 'assistant', content: cutText(text, maxQuotedAnswer) || '(empty)' },
            {
              role: 'user',
              content: `Invalid answer (${reason}). Answer again with only the JSON object.`,
            },
          );
        }
      } catch (error) {
        throw toAppError(error, timeout.aborted ? seconds : undefined);
      }
    },

    /**
     * Streams an answer. Aborting `signal` stops the model.
     * @throws ModelFailure 502 model_failed with a message for members, possibly in the middle of an answer
     */
    async *stream({ text, maxOutputTokens, seconds, signal }: StreamRequest): AsyncGenerator<AnswerPart> {
      const timeout = AbortSignal.timeout(seconds * 1_000);
      const answer = streamText({
        model: provider(model),
        messages: [{ role: 'user', content: text }],
        maxOutputTokens,
        maxRetries,
        abortSignal: AbortSignal.any([signal, timeout]),
        // Errors are part of the stream.
        onError: () => undefined,
      });
      let usage: ModelUsage | undefined;
      try {
        let isEmpty = true;
        for await (const part of answer.stream) {
          if (part.type === 'error') throw part.error;
          if (part.type === 'abort') throw signal.reason ?? timeout.reason;
          if (part.type === 'text-delta' && part.text !== '') {
            isEmpty = false;
            yield { kind: 'text', text: part.text };
          }
          if (part.type === 'reasoning-delta') yield { kind: 'thought', text: part.text };
          if (part.type !== 'finish') continue;
          const { finishReason, totalUsage } = part;
          usage = { input: countOf(totalUsage.inputTokens), output: countOf(totalUsage.outputTokens) };
          if (finishReason === 'content-filter') throw new AppError('model_failed', m.model_refused());
          if (isEmpty) throw new AppError('model_failed', m.model_empty());
          if (finishReason === 'other' || finishReason === 'error')
            throw new AppError('model_failed', m.model_lost());
          yield { kind: 'end', usage, isCut: finishReason === 'length' };
        }
      } catch (error) {
        const isTooLong = timeout.aborted && !signal.aborted;
        const known = toMemberError(error, isTooLong ? seconds : undefined);
        // An abort isn't a failure of the model.
        if (signal.aborted || !(known instanceof AppError)) throw known;
        throw new ModelFailure(known, !isTooLong && isBeforeAnswer(error) ? nothingUsed : usage);
      }
    },
  };
}

/** A number of tokens as the endpoint reports it; undefined if it can't be one. */
const countOf = (tokens: number | undefined) =>
  tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined;

/** Finds the JSON object in an answer, even if the model wraps it in a code fence or a sentence. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
