import { AppError } from '#platform/errors.ts';

/** The JSON body of a POST; undefined where it has none, or what is no JSON. @throws AppError 413 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  if (request.method !== 'POST' || !request.body) return undefined;
  const tooLarge = () => new AppError('payload_too_large', 'The body is too large.');
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.clone().body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
