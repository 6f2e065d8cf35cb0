import type { Context, TypedResponse } from 'hono';

type Answer = Response & TypedResponse<never, 200, 'json'>;
type File = {
  type: string;
  body: string | Uint8Array<ArrayBuffer> | ReadableStream;
  /** What browsers save it as; without it they show it. */
  name?: string;
  /** The length of a stream. Others are counted. */
  bytes?: number;
};

/** Answers with a file. The types of routes know JSON alone, so this answer fits each of them. */
export function sendFile(c: Context, { type, body, name, bytes }: File): Answer {
  c.header('Content-Type', type);
  if (name !== undefined) c.header('Content-Disposition', `attachment; filename="${name}"`);
  if (bytes !== undefined) c.header('Content-Length', String(bytes));
  return c.body(body, 200) as unknown as Answer;
}
