import { z } from '@hono/zod-openapi';
import type { ErrorCode } from './errors.ts';

/** The body of every error of `/api/v1`: `error` for people, `code` for programs. */
const errorBody = z
  .object({ error: z.string(), code: z.string() as unknown as z.ZodType<ErrorCode> })
  .openapi('Error', { properties: { error: { type: 'string' }, code: { type: 'string' } } });

/** A JSON body of `schema`, as a route's `responses` and `request.body` want it. */
export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

const errorDescriptions = {
  400: 'The request cannot be read',
  401: 'Not signed in, or the token is not valid',
  402: 'The payment was declined; nothing has changed',
  403: 'Known, but not permitted',
  404: 'There is no such thing for this viewer',
  409: 'It has changed in the meantime',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'A value does not fit',
  429: 'A limit is reached',
  502: 'Somebody else who is needed for it cannot be reached; try again',
} as const;

/** What any endpoint may answer beside its own errors; handlers throw these, so they are not part of their types. */
const everywhere = [400, 401, 404, 413, 415, 422] as const;
const outages = {
  500: 'Something went wrong on our side',
  503: 'The database cannot be reached; try again',
} as const;

/** The error answers of a route, for the published description. */
export function errors(...statuses: (keyof typeof errorDescriptions)[]): Record<never, never> {
  const all = {
    ...Object.fromEntries([...everywhere, ...statuses].map((status) => [status, errorDescriptions[status]])),
    ...outages,
  };
  return Object.fromEntries(Object.entries(all).map(([status, text]) => [status, json(errorBody, text)]));
}

export const idParams = z.object({ id: z.uuid() });
