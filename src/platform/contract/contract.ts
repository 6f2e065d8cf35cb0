import { z } from '@hono/zod-openapi';
import { limits, listLimitDefault, listLimitMaximum } from '#constants';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { text, timestamp, uuid, wholeNumber } from './contract-fields.ts';

const codesDescription = [
  'Stable, for programs; new codes can be added.',
  ...Object.entries(errorCodes).map(([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`),
].join('\n');

/** The body of every error of `/api/v1`: `error` is for people, `code` for programs. */
const errorBody = z
  .object({ error: z.string(), code: z.string() as unknown as z.ZodType<ErrorCode> })
  .openapi('ErrorBody', {
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

/** The answer of a route that has nothing else to say, for its `responses` and for its handler. */
export const okJson = (description: string) => json(z.object({ ok: z.literal(true) }), description);
export const ok = { ok: true } as const;

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
    total: z.int().min(0).describe('How many items match, on all pages'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` to get the next page; null on the last one'),
    ...more,
  });
export type List<Item> = { items: Item[]; total: number; next_cursor: string | null };

const listLimit = wholeNumber(1, listLimitMaximum);

/** The query of a paginated list. */
export const pageQuery = z.object({
  limit: listLimit.default(listLimitDefault).describe('How many items a page has'),
  cursor: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      '`next_cursor` of the page before, with the same filters and order; without it, the first page',
    ),
});
export type PageQuery = z.output<typeof pageQuery>;

/** The query of a list that is always short. */
export const wholeQuery = pageQuery.extend({
  limit: listLimit.optional().describe('How many items a page has; without it, all are on one page'),
});
export type WholeQuery = z.output<typeof wholeQuery>;

export const searchParam = text(limits.searchText).optional().describe('What to search for');

/** The query of an admin table. Which fields `q` searches depends on the table. */
export const adminListQuery = z.object({ q: searchParam, ...pageQuery.shape });
export type AdminListQuery = z.output<typeof adminListQuery>;

/** For tables whose pages can be opened in any order. */
export const pageParam = wholeNumber(1, 1_000_000)
  .optional()
  .describe('The number of the page, from 1; it can replace `cursor`, to get any page');
export const orderParam = z
  .enum(['asc', 'desc'])
  .optional()
  .describe('Descending by default for `newest`, ascending for any other `sort`');

/** In a change: the version that its caller has read. */
export const expectedVersion = timestamp.describe(
  'The `updated_at` that you have read. If someone has saved since, nothing is changed (409); without it, the last save wins.',
);

export const aboutMinorUnits = 'In the smallest unit of the currency, such as cents';
export const minorUnits = z.int().describe(aboutMinorUnits);

export const idParams = z.object({ id: uuid });

/** The id of a new record, for a route's body. */
export const newId = uuid.optional().openapi({
  description:
    'The id of what is created, chosen by you. Sent again with the same one, as after a lost response, the request creates nothing more: it returns what the first one created, or gives it the new values. 409 if that would undo a later change, or if the id belongs to something else.',
});
