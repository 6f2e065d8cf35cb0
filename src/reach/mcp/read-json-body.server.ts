import { AppError } from '#platform/errors.ts';
import { readBytes } from '#platform/http/read-bytes.server.ts';
import { decodeJson, readJson } from '#platform/http/read-json.server.ts';

/** The answer to a message that can't be parsed (JSON-RPC 2.0). */
export const parseError = () =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error: Invalid JSON' } },
    { status: 400 },
  );

/**
 * The JSON body of a POST, decoded the way the library does, without a byte order mark; undefined if there is none.
 * @throws AppError 413, 422; SyntaxError if it isn't JSON
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  if (request.method !== 'POST' || !request.body) return undefined;
  const tooLarge = () => new AppError('payload_too_large', 'The body is too large.');
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const body = request.clone().body as AsyncIterable<Uint8Array>;
  return readJson(decodeJson(await readBytes(body, maxBytes, tooLarge)));
}
