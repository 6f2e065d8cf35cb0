import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from '../http/encodings.server.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Variant = {
  body: Buffer | undefined;
  /** A flat array of header names and values, which Node writes without validating again. The last value is the request's id. */
  headers: string[];
};

/** A response with its headers, ready to send in each encoding. */
export type CachedResponse = {
  status: number;
  etag: string | undefined;
  variants: Record<Encoding, Variant>;
  /** The 304 response, for clients that already have it. */
  unchanged: Variant;
};

const idHeader = 'x-request-id';

/** The value of the id header is empty until the response is sent. */
function toVariant(headers: Record<string, string>, body?: Buffer, encoding?: Encoding): Variant {
  const all = {
    ...headers,
    ...(encoding && encoding !== 'identity' ? { 'content-encoding': encoding } : {}),
    ...(body ? { 'content-length': String(body.length) } : {}),
  };
  return { body, headers: [...Object.entries(all).flat(), idHeader, ''] };
}

/** @param bodies the same text in each encoding; where one is missing, the response is sent uncompressed */
export function toReady(
  status: number,
  headers: Record<string, string>,
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>,
): CachedResponse {
  const variant = (encoding: Encoding) => {
    const body = bodies[encoding];
    return body ? toVariant(headers, body, encoding) : toVariant(headers, bodies.identity);
  };
  const variants = { identity: variant('identity'), gzip: variant('gzip'), br: variant('br') };
  return { status, etag: headers.etag, variants, unchanged: toVariant(headers) };
}

/** The ETag of a text. It is weak, because all encodings share it. */
export const etagOf = (text: Buffer) =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

export async function compressAll(identity: Buffer) {
  const [gzip, br] = await Promise.all([
    compressGzip(identity, { level: 7 }),
    compressBrotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
  ]);
  return { identity, gzip, br };
}

export const sizeOf = ({ variants: { identity, gzip, br } }: CachedResponse) =>
  [identity, gzip, br].reduce((sum, { body }) => sum + (body?.length ?? 0), 0);

/** The response in the best accepted encoding, or 304 if the client already has it. */
export function chooseVariant(
  answer: CachedResponse,
  accepted: string | null | undefined,
  ifNoneMatch: string | null | undefined,
): { status: number; variant: Variant } {
  if (answer.status === 200 && isAlreadyThere(answer.etag, ifNoneMatch))
    return { status: 304, variant: answer.unchanged };
  return { status: answer.status, variant: answer.variants[chooseEncoding(accepted)] };
}

/** Writes a response directly to the connection. @returns its status */
export function sendReady(
  answer: CachedResponse,
  request: { 'accept-encoding'?: string | undefined; 'if-none-match'?: string | undefined },
  response: ServerResponse,
  requestId: string,
  isHead = false,
): number {
  const { status, variant } = chooseVariant(answer, request['accept-encoding'], request['if-none-match']);
  const { headers, body } = variant;
  // `writeHead` copies the array at once, so the next response can change the id in it.
  headers[headers.length - 1] = requestId;
  response.writeHead(status, headers);
  response.end(isHead ? undefined : body);
  return status;
}

/** A variant's headers without the request's id, for responses that get one elsewhere. */
export const headersOf = ({ headers }: Variant): Record<string, string> =>
  Object.fromEntries(
    headers.flatMap((name, index) =>
      index % 2 === 0 && name !== idHeader ? [[name, headers[index + 1] ?? '']] : [],
    ),
  );

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
/** Whether `If-None-Match` names this version, or any version (`*`, RFC 9110). */
export function isAlreadyThere(etag: string | undefined, ifNoneMatch: string | null | undefined): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return etag !== undefined && ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
