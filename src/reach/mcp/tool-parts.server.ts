import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { limits, listLimitMaximum } from '#constants';
import { blankValues } from '#library/blanks/public/blank-fields.ts';
import { text } from '#platform/contract/contract-fields.ts';
import { AppError } from '#platform/errors.ts';
import { toAppError } from '#platform/http/http.server.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { plainText } from '#platform/text/plain-text.ts';
import type { Card, McpRequest, Page } from './mcp-services.ts';
import { unlockHint } from './model-texts.ts';

export const slug = text(100).min(1).describe('The slug, as search_library returns it');
export const values = blankValues.describe('Values for the blanks, by name');
export const paging = {
  q: text(limits.searchText).optional().describe('Words to look for'),
  limit: z.int().min(1).max(listLimitMaximum).default(10),
  cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
};
export const kind = z.enum(['prompt', 'playbook']);
const hit = z.object({
  kind,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  is_locked: z.boolean(),
  unlock: z.string().nullable(),
});
export type Hit = z.output<typeof hit>;
export const hits = z.object({
  items: z.array(hit),
  next_cursor: z.string().nullable(),
  corrected_q: z
    .string()
    .nullable()
    .describe('The corrected words that were looked for, if `q` had no results and was likely misspelled'),
});

export const reading = { readOnlyHint: true, openWorldHint: false };
export const writing = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The error that a client sees: the site's message for a refusal, and no details of any other error, which is logged. */
export function refusalOf({ log }: McpRequest, error: unknown): AppError {
  const known = error instanceof Error ? toAppError(error) : undefined;
  if (known && known.status < 500) return known;
  log.error('A request over MCP failed', { error });
  return new AppError('internal', 'Something went wrong on our side.');
}

/** A structured answer, plus a short text for models that only read text. */
export async function answer<Result extends Record<string, unknown>>(
  request: McpRequest,
  work: () => Promise<Result>,
  inWords: (result: Result) => string = (result) => JSON.stringify(result),
): Promise<CallToolResult> {
  try {
    const result = await work();
    return { content: [{ type: 'text', text: inWords(result) }], structuredContent: result };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: refusalOf(request, error).message }] };
  }
}

/** An answer with a page of cards. */
export const answerWithPage = (
  request: McpRequest,
  type: Hit['kind'],
  load: () => Promise<Page>,
): Promise<CallToolResult> =>
  answer(
    request,
    async () => {
      const { items, next_cursor, corrected_q } = await load();
      return { items: items.map((card) => toHit(request, type, card)), next_cursor, corrected_q };
    },
    listed,
  );

function toHit(request: McpRequest, type: Hit['kind'], card: Card): Hit {
  const is_locked = !card.can.read;
  return {
    kind: type,
    slug: card.slug,
    title: card.title,
    description: cutText(plainText(card.description), 200),
    category: card.category,
    is_locked,
    unlock: is_locked ? unlockHint(request, { ...card, daily_limit_reached: false }, `/${type}`) : null,
  };
}
const listed = ({ items, next_cursor, corrected_q }: z.output<typeof hits>) =>
  items.length === 0
    ? 'Nothing found.'
    : [
        ...(corrected_q === null ? [] : [`Nothing found as spelled. Showing results for: ${corrected_q}`]),
        ...items.map(
          ({ kind, slug, title, is_locked }) => `${kind} ${slug}: ${title}${is_locked ? ' (locked)' : ''}`,
        ),
        ...(next_cursor === null ? [] : [`More with cursor: ${next_cursor}`]),
      ].join('\n');
