import type { ModelRequest } from './stand-in.ts';

/** The model's limit of tokens, for prompt and answer together. */
export const contextTokens = 32_768;

/** Four characters per token. */
export const tokensOf = ({ messages }: ModelRequest) =>
  messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);

/** The refusal that OpenAI's API would give to a request, with its message; undefined if valid. */
export function refusalOf(body: ModelRequest, name: string): { status: number; error: string } | undefined {
  const { model, messages, max_tokens, stream, stream_options } = body;
  const invalid = (error: string) => ({ status: 400, error });
  if (model !== name)
    return { status: 404, error: `The model \`${model}\` does not exist or you do not have access to it.` };
  if (!Array.isArray(messages) || messages.length === 0)
    return invalid("Invalid 'messages': empty array. Expected an array with minimum length 1.");
  if (
    messages.some(
      ({ role, content }) => !['system', 'user', 'assistant'].includes(role) || typeof content !== 'string',
    )
  )
    return invalid("Invalid value for 'messages'.");
  if (stream_options !== undefined && stream !== true)
    return invalid("The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  if (max_tokens !== undefined && (!Number.isInteger(max_tokens) || max_tokens < 1))
    return invalid(`Invalid 'max_tokens': ${max_tokens}. Expected an integer >= 1.`);
  const asked = tokensOf(body) + (max_tokens ?? 0);
  if (asked > contextTokens)
    return invalid(
      `This model's maximum context length is ${contextTokens} tokens. However, you requested ${asked} tokens.`,
    );
  return undefined;
}
