import { IncomingMessage } from 'node:http';
import { AppError } from '#platform/errors.ts';

/** Larger than any program's metadata. */
const bodyBytes = 57_344;

/**
 * A program's metadata, without the scopes it intends to ask for: the member decides that each time, and may allow more later. The library
 * would refuse scopes of resources here.
 */
export const withoutScope = (text: string): string => changed(text, ({ scope: _, ...rest }) => rest);

/** A program that names no authentication method gets `none`, and no secret: the library would issue one and then refuse it. */
const asRegistered = (text: string): string =>
  changed(text, ({ scope: _, ...rest }) => ({ token_endpoint_auth_method: 'none', ...rest }));

function changed(text: string, change: (said: Record<string, unknown>) => object): string {
  try {
    const said: unknown = JSON.parse(text);
    if (typeof said !== 'object' || said === null || Array.isArray(said)) return text;
    return JSON.stringify(change(said as Record<string, unknown>));
  } catch {
    return text;
  }
}

/** Reads a body up to the first chunk that exceeds `limit`, in bytes. */
export async function readUpTo(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > limit) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The same request with a body that is `asRegistered`. @throws AppError 400 if the body is cut off; 413 */
export async function registrationRequest(incoming: IncomingMessage): Promise<IncomingMessage> {
  const text = await readUpTo(incoming.iterator({ destroyOnReturn: false }), bodyBytes).catch((cause) => {
    throw new AppError('bad_request', 'The request body is incomplete.', { cause });
  });
  if (Buffer.byteLength(text) > bodyBytes) throw new AppError('payload_too_large', 'The body is too large.');
  const body = Buffer.from(asRegistered(text));
  const { 'transfer-encoding': _, ...headers } = incoming.headers;
  const request = new IncomingMessage(incoming.socket);
  Object.assign(request, {
    method: incoming.method,
    url: incoming.url,
    httpVersion: incoming.httpVersion,
    // Otherwise its end would count as an aborted request, and close the connection.
    complete: true,
    headers: { ...headers, 'content-length': String(body.length) },
  });
  request.push(body);
  request.push(null);
  return request;
}
