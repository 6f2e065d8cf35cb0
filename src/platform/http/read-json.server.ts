import { AppError } from '../errors.ts';
import * as m from '../words/messages.ts';

/** The maximum number of values and nesting levels in a JSON body, far more than any route needs from a member. */
const max = { values: 10_000, levels: 100 };

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
export function assertReadable(json: string, maxValues = max.values): void {
  // Shorter bodies are parsed quickly, whatever they contain.
  if (json.length <= max.values) return;
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
    if (separators >= maxValues) throw new AppError('payload_too_large', m.refused_body_too_large());
    if (level > max.levels) throw new AppError('validation_failed', m.refused_nested_too_deeply());
  }
}
