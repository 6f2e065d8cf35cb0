import type { Context, TypedResponse } from 'hono';

type Answer = Response & TypedResponse<never, 200, 'json'>;
type File = {
  type: string;
  body: string | Uint8Array<ArrayBuffer> | ReadableStream;
  /** The name for saving it; without one, browsers display it. */
  name?: string;
  /** The length of a stream. For other bodies it is known. */
  bytes?: number;
};

/** Responds with a file. Route types only know JSON, so the result is typed to fit any of them. */
export function sendFile(c: Context, { type, body, name, bytes }: File): Answer {
  c.header('Content-Type', type);
  if (name !== undefined) c.header('Content-Disposition', `attachment; filename="${name}"`);
  if (bytes !== undefined) c.header('Content-Length', String(bytes));
  // Nobody reads the body of an answer to HEAD, and an unread stream would keep its file.
  if (c.req.method === 'HEAD' && body instanceof ReadableStream) {
    body.cancel().catch(() => undefined);
    return c.body(null, 200) as unknown as Answer;
  }
  return c.body(body, 200) as unknown as Answer;
}
