import { bodyLimits } from '#constants';
import { AppError } from '../errors.ts';
import * as m from '../words/messages.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a JSON body, without a byte order mark. @throws SyntaxError if it isn't UTF-8, as JSON is */
export function decodeJson(bytes: AllowSharedBufferSource): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new SyntaxError('The body is not UTF-8');
  }
}

/**
 * Parses a body from an untrusted client without blocking the process for long. @throws AppError 413, 422; SyntaxError
 * for invalid JSON
 */
export function readJson(json: string): unknown {
  assertReadable(json);
  return JSON.parse(json);
}

/**
 * Refuses a body with very many small values or deep nesting before it is parsed and validated, which would take
 * seconds.
 * @throws AppError 413, 422
 */
export function assertReadable(json: string, values: number = bodyLimits.anyone.values): void {
  // Shorter bodies are parsed quickly, whatever they contain.
  if (json.length <= bodyLimits.anyone.values) return;
  let separators = 0;
  let level = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') isText = !isText;
    else if (isText) at += sign === '\\' ? 1 : 0;
    else if (sign === ',') separators += 1;
    else if (sign === '[' || sign === '{') level += 1;
    else if (sign === ']' || sign === '}') level -= 1;
    if (separators >= values) throw new AppError('payload_too_large', m.refused_too_many_values({ values }));
    if (level > bodyLimits.levels) throw new AppError('validation_failed', m.refused_nested_too_deeply());
  }
}
