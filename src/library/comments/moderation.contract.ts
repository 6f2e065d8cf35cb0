import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { reportReasons } from '#constants';
import { adminListQuery, errors, idParams, json, listOf, okJson } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { holdFields, reportFields } from './moderation-fields.ts';

const moderatedComment = z
  .object({
    id: z.uuid(),
    body: z.string(),
    status: z.enum(['visible', 'held', 'hidden']),
    held_for: z.enum(['word', 'link']).nullable().describe('Why it is, or was, held'),
    created_at: timestamp,
    updated_at: timestamp.describe('Since when it has this text; a decision names it'),
    decided_at: timestamp.nullable(),
    author: z.object({ id: z.uuid(), email: z.string() }).nullable(),
    item: z.object({ kind: z.enum(['prompt', 'playbook']), slug: z.string(), title: z.string() }),
    reports: z
      .array(
        z.object({
          reason: z.enum(reportReasons),
          note: z.string(),
          reporter: z.string(),
          created_at: timestamp,
        }),
      )
      .describe('The first 50 reports that are still open'),
    report_count: z.int(),
    is_edited_since: z.boolean().describe('Whether the text has changed since the first of these reports'),
  })
  .openapi('ModeratedComment', { description: 'A comment as moderators see it' });
export type ModeratedComment = z.output<typeof moderatedComment>;

const queueQuery = adminListQuery.omit({ q: true }).extend({
  show: z
    .enum(['waiting', 'held', 'reported', 'decided'])
    .default('waiting')
    .describe('`waiting`: held or reported, oldest first. `decided`: latest decision first'),
});
export type QueueQuery = z.output<typeof queueQuery>;

export const listQueueRoute = defineRoute({
  method: 'get',
  path: '/admin/comments',
  access: 'support',
  summary: 'List comments waiting for approval or reported by members',
  request: { query: queueQuery },
  responses: {
    200: json(listOf(moderatedComment), 'A page of comments'),
    ...errors(400, 401, 403),
  },
});

const one = { access: 'support', path: '/admin/comments/{id}' } as const;
export const getModeratedCommentRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'Get a comment with its reports, whatever its status',
  request: { params: idParams },
  responses: { 200: json(moderatedComment, 'The comment'), ...errors(401, 403, 404) },
});
export const decideCommentRoute = defineRoute({
  ...one,
  method: 'patch',
  audited: ['decision'],
  summary: 'Approve a comment, or remove it from the page; this settles its reports',
  request: {
    params: idParams,
    body: {
      ...json(
        z.strictObject({
          decision: z.enum(['approve', 'remove']),
          updated_at: timestamp.describe(
            'That of the text you have read. If it has been changed since, nothing is decided (409).',
          ),
        }),
        'The decision, and the text that it is about',
      ),
      required: true,
    },
  },
  responses: { 200: json(moderatedComment, 'The comment'), ...errors(401, 403, 404, 409) },
});
export const undoDecisionRoute = defineRoute({
  ...one,
  method: 'post',
  path: '/admin/comments/{id}/undo',
  summary: 'Undo my decision about a comment, while it is the last one about this text',
  request: {
    params: idParams,
    body: { ...json(z.strictObject({ decided_at: timestamp }), 'Which decision'), required: true },
  },
  responses: { 200: json(moderatedComment, 'The comment'), ...errors(401, 403, 404, 409) },
});

export const reportCommentRoute = defineRoute({
  method: 'put',
  path: '/comments/{id}/report',
  access: 'member',
  summary: 'Report a comment; once is enough, until its text changes',
  request: { params: idParams, body: { ...json(z.strictObject(reportFields), 'Why'), required: true } },
  responses: {
    200: okJson('Reported'),
    ...errors(401, 403, 404, 429),
  },
});

const holdRules = z.object(holdFields).openapi('HoldRules');
const holdRulesChange = z.strictObject(holdFields).partial();
export type HoldRulesChange = z.output<typeof holdRulesChange>;
const rules = { path: '/admin/comment-rules' } as const;
export const getHoldRulesRoute = defineRoute({
  ...rules,
  method: 'get',
  access: 'support',
  summary: 'Get the rules for which comments wait for approval',
  responses: { 200: json(holdRules, 'The rules'), ...errors(401, 403) },
});
export const setHoldRulesRoute = defineRoute({
  ...rules,
  method: 'put',
  access: 'admin',
  summary: 'Change the rules for which comments wait for approval',
  request: { body: { ...json(holdRulesChange, 'The rules to change'), required: true } },
  responses: { 200: json(holdRules, 'The rules'), ...errors(401, 403) },
});
