import { z } from '@hono/zod-openapi';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { uuid } from './contract-fields.ts';

const codesDescription = [
  'Stable, for programs; new codes can be added.',
  ...Object.entries(errorCodes).map(([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`),
].join('\n');

/** The body of every error of `/api/v1`: `error` is for people, `code` for programs. */
const errorBody = z
  .object({ error: z.string(), code: z.string() as unknown as z.ZodType<ErrorCode> })
  .openapi('Error', {
    properties: {
      error: { type: 'string', description: 'For people' },
      code: { type: 'string', description: codesDescription },
    },
  });

/** A JSON body of `schema`, for a route's `responses` and `request.body`. */
export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** A file, for a route's `request.body`. It isn't validated before the handler. */
export const rawBody = <Type extends string>(type: Type) => ({
  description: 'The file',
  required: true,
  content: { [type]: { schema: z.string().openapi({ format: 'binary' }) } } as Record<
    Type,
    { schema: z.ZodString }
  >,
});

const errorDescriptions = {
  400: 'The request cannot be read',
  401: 'Not signed in, or the token is invalid',
  402: 'The payment was declined; nothing has changed',
  403: 'Not permitted',
  404: 'Not found, or not visible to this viewer',
  409: 'Conflicts with the current state',
  413: 'The body is too large or has too many values',
  415: 'The content type or encoding of the body is not accepted',
  422: 'A value is invalid',
  429: 'Too many requests',
  502: 'Another service could not be reached; try again',
} as const;

/**
 * Errors that every endpoint can have, for example because an API key, or a session without its second factor, has no
 * access. Handlers throw them, so they aren't part of the response types.
 */
const everywhere = [400, 401, 403, 404, 413, 415, 422] as const;
const outages = {
  500: 'Something went wrong on our side',
  503: 'Unavailable at the moment; try again',
} as const;

const retryAfter = {
  'Retry-After': { description: 'In how many seconds to try again', schema: { type: 'integer' } },
};

/** The error responses of a route, for the OpenAPI document. */
export function errors(...statuses: (keyof typeof errorDescriptions)[]): Record<never, never> {
  const all = {
    ...Object.fromEntries([...everywhere, ...statuses].map((status) => [status, errorDescriptions[status]])),
    ...outages,
  };
  return Object.fromEntries(
    Object.entries(all).map(([status, text]) => [
      status,
      { ...json(errorBody, text), ...(status === '429' || status === '503' ? { headers: retryAfter } : {}) },
    ]),
  );
}

/** The response of every list, optionally with more fields. Its query is `pageQuery`, `wholeQuery`, or an extension of them. */
export const listOf = <Item extends z.ZodType, More extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  more: More = {} as More,
) =>
  z.object({
    items: z.array(item),
    total: z.int().min(0),
    next_cursor: z.string().nullable(),
    ...more,
  });
export type List<Item> = { items: Item[]; total: number; next_cursor: string | null };

export const idParams = z.object({ id: uuid });

/** The id of a new record, for a route's body. */
export const newId = uuid.optional().openapi({
  description:
    'The id of what is created. Sent again with the same one, as after a lost answer, the request creates nothing more.',
});
