import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  generateText,
  type ModelMessage,
  NoObjectGeneratedError,
  Output,
  RetryError,
} from 'ai';
import { z } from 'zod';
import { AppError } from '#platform/errors.ts';

// What the library would print is told in the answers.
globalThis.AI_SDK_LOG_WARNINGS = false;

export type ModelSettings = { baseUrl: string; apiKey: string | undefined; model: string };

type Question<Schema extends z.ZodType> = {
  instruction: string;
  /** Data for the model, never part of the instruction. */
  data: Record<string, string>;
  schema: Schema;
  maxOutputTokens: number;
  seconds: number;
  /** The asker has gone. */
  signal: AbortSignal;
};

/** An answer that does not fit is asked for once more, with the reason. */
const attempts = 2;
/** Of an answer that did not fit, so much goes back. */
const maxQuotedAnswer = 20_000;
/** Busy or broken endpoints are asked again so often, after the time that they ask for. */
const retries = 2;

export type LanguageModel = ReturnType<typeof createLanguageModel>;

/** Any endpoint that speaks OpenAI's chat completions. It gets no tools: all it can do is answer. */
export function createLanguageModel({ baseUrl, apiKey, model }: ModelSettings) {
  const provider = createOpenAICompatible({
    name: 'language-model',
    baseURL: baseUrl.replace(/\/+$/, ''),
    supportsStructuredOutputs: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  /** Not every endpoint takes a schema; one that has refused it is told in words alone. */
  let takesSchema = true;

  async function generate<Schema extends z.ZodType>(
    question: Question<Schema>,
    messages: ModelMessage[],
    abortSignal: AbortSignal,
  ): Promise<string> {
    const { instruction, schema, maxOutputTokens } = question;
    const inWords = `\n\nJSON schema of the answer:\n${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))}`;
    const common = {
      model: provider(model),
      instructions: takesSchema ? instruction : instruction + inWords,
      messages,
      maxOutputTokens,
      maxRetries: retries,
      abortSignal,
    };
    try {
      const { text, finishReason } = takesSchema
        ? await generateText({ ...common, output: Output.object({ schema }) })
        : await generateText(common);
      refuseCut(finishReason);
      return text;
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) {
        refuseCut(error.finishReason);
        return error.text ?? '';
      }
      if (takesSchema && APICallError.isInstance(error) && [400, 422].includes(error.statusCode ?? 0)) {
        takesSchema = false;
        return generate(question, messages, abortSignal);
      }
      throw error;
    }
  }

  return {
    /**
     * Asks for an answer of the shape of `schema`.
     * @throws AppError 502 model_failed with the reason in words for people.
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
          if (attempt === attempts)
            throw new AppError('model_failed', 'The language model gave no usable answer.');
          const issue = parsed.error.issues[0];
          const reason = `${issue?.path.join('.') || 'the answer'}: ${issue?.message}`;
          messages.push(
            { role: 'assistant', content: text.slice(0, maxQuotedAnswer) || '(empty)' },
            {
              role: 'user',
              content: `This does not fit (${reason}). Answer again with the JSON object alone.`,
            },
          );
        }
      } catch (error) {
        throw inWords(error, timeout.aborted ? seconds : undefined);
      }
    },
  };
}

/** The JSON object in an answer, also where a model puts a fence or a sentence around it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

function refuseCut(finishReason: string | undefined) {
  if (finishReason === 'length')
    throw new AppError(
      'model_failed',
      'The answer of the language model was cut off; the prompt may be too long.',
    );
  if (finishReason === 'content-filter')
    throw new AppError('model_failed', 'The language model declined this prompt.');
}

function inWords(error: unknown, lateSeconds: number | undefined): unknown {
  if (error instanceof AppError) return error;
  if (lateSeconds !== undefined)
    return new AppError('model_failed', `The language model took longer than ${lateSeconds} seconds.`);
  if (error instanceof Error && error.name === 'AbortError') return error;
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const status = APICallError.isInstance(cause) ? cause.statusCode : undefined;
  const reasons: Record<number, string> = {
    401: 'The language model refuses the key of this site (LLM_API_KEY).',
    403: 'The language model refuses the key of this site (LLM_API_KEY).',
    404: 'The language model is not known at its address (LLM_BASE_URL, LLM_MODEL).',
    429: 'The language model is busy. Please try again in a minute.',
  };
  const reason = reasons[status ?? 0] ?? (status ? 'The language model has failed.' : undefined);
  return new AppError('model_failed', reason ?? 'The language model cannot be reached.', { cause: error });
}
