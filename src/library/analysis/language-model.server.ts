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

// The library's warnings reach the admin in the answers, so they are not printed too.
globalThis.AI_SDK_LOG_WARNINGS = false;

export type ModelSettings = { baseUrl: string; apiKey: string | undefined; model: string };

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

/** After an answer that does not match the schema, the model is asked once more and told the reason. */
const maxAttempts = 2;
/** Characters of the unusable answer that are quoted back to the model. */
const maxQuotedAnswer = 20_000;
/** Retries of a busy or failing endpoint, after the delay that it asks for. */
const maxRetries = 2;

export type LanguageModel = ReturnType<typeof createLanguageModel>;

/** Any endpoint with OpenAI's chat completions API. The model gets no tools, so all it can do is answer. */
export function createLanguageModel({ baseUrl, apiKey, model }: ModelSettings) {
  const provider = createOpenAICompatible({
    name: 'language-model',
    baseURL: baseUrl.replace(/\/+$/, ''),
    supportsStructuredOutputs: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  /** Not every endpoint accepts a JSON schema. After a refusal the schema is put into the instruction instead. */
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
    /**
     * Asks for an answer that matches `schema`.
     * @throws AppError 502 model_failed with a message for people.
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
          if (attempt === maxAttempts)
            throw new AppError('model_failed', 'The language model did not give a usable answer.');
          const issue = parsed.error.issues[0];
          const reason = `${issue?.path.join('.') || 'the answer'}: ${issue?.message}`;
          messages.push(
            { role: 'assistant', content: text.slice(0, maxQuotedAnswer) || '(empty)' },
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
  };
}

/** Finds the JSON object in an answer, even if the model wraps it in a code fence or a sentence. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

function assertComplete(finishReason: string | undefined) {
  if (finishReason === 'length')
    throw new AppError(
      'model_failed',
      'The answer of the language model was cut off. The prompt may be too long.',
    );
  if (finishReason === 'content-filter')
    throw new AppError('model_failed', 'The language model declined this prompt.');
}

/** An aborted request stays as it is: nobody is left to read a message. */
function toAppError(error: unknown, timeoutSeconds: number | undefined): unknown {
  if (error instanceof AppError) return error;
  if (timeoutSeconds !== undefined)
    return new AppError('model_failed', `The language model took longer than ${timeoutSeconds} seconds.`);
  if (error instanceof Error && error.name === 'AbortError') return error;
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const status = APICallError.isInstance(cause) ? cause.statusCode : undefined;
  const reasons: Record<number, string> = {
    401: "The language model rejected this site's API key (LLM_API_KEY).",
    403: "The language model rejected this site's API key (LLM_API_KEY).",
    404: 'The language model was not found (check LLM_BASE_URL and LLM_MODEL).',
    429: 'The language model is busy. Try again in a minute.',
  };
  const reason = reasons[status ?? 0] ?? (status ? 'The language model failed.' : undefined);
  return new AppError('model_failed', reason ?? 'The language model could not be reached.', { cause: error });
}
