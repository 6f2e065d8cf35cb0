import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { itemParams } from '#library/catalog/public/catalog.contract.ts';
import { errors, idParams, json, listOf, newId, okJson, pageQuery } from '#platform/contract/contract.ts';
import { timestamp, uuid } from '#platform/contract/contract-fields.ts';
import { commentFields } from './comment-fields.ts';

const comment = z
  .object({
    id: z.uuid(),
    parent_id: z.uuid().nullable(),
    root_id: z
      .uuid()
      .nullable()
      .describe('The comment at the top of its thread; null for that comment itself'),
    author: z
      .string()
      .nullable()
      .describe('The part of the email address before the @, or "deleted user"; null if deleted or hidden'),
    is_admin: z.boolean(),
    body: z.string().nullable(),
    status: z
      .enum(['visible', 'held', 'hidden', 'deleted'])
      .describe(
        '`held`: waiting for approval. Only its author and moderators see this status; anyone else sees `hidden`',
      ),
    is_reported: z.boolean().describe('Whether the viewer has reported it'),
    is_edited: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
    can: z.object({ edit: z.boolean(), reply: z.boolean(), hide: z.boolean(), report: z.boolean() }),
    more_replies: z.string().nullable().describe("The cursor of the thread's further replies"),
  })
  .openapi('Comment', {
    description: 'A comment or a reply. A deleted or hidden one is only listed while it has replies.',
  });
export type Comment = z.output<typeof comment>;

const commentList = listOf(comment).openapi('CommentList', {
  description:
    'A page of comments, oldest first, each with its first 50 replies, or fewer if they are long. `total` counts top-level comments and their direct replies, without those that are deleted or hidden, even where they are still listed because they have replies; `limit` only top-level comments',
});
export type CommentList = z.output<typeof commentList>;

const replyList = listOf(comment).openapi('ReplyList', {
  description: '`total` is the number of visible replies in the thread',
});
export type ReplyList = z.output<typeof replyList>;

const newComment = z
  .strictObject({ ...commentFields, parent_id: uuid.nullish(), id: newId })
  .describe(
    'Sent again with the same `id`, it changes the text of the comment that it created; 409 if that has been edited since',
  );
export type NewComment = z.output<typeof newComment>;

const commentChange = z
  .union([z.strictObject(commentFields), z.strictObject({ status: z.enum(['visible', 'hidden']) })])
  .describe('The author changes the text; admins and support change whether it is shown');
export type CommentChange = z.output<typeof commentChange>;

const ofItem = { path: '/{collection}/{slug}/comments', access: 'member' } as const;
const one = { path: '/comments/{id}', access: 'member' } as const;

export const listCommentsRoute = defineRoute({
  scope: 'library:read',
  ...ofItem,
  method: 'get',
  summary: 'List the comments on a prompt or playbook, with their replies',
  request: { params: itemParams, query: pageQuery },
  responses: { 200: json(commentList, 'A page of comments'), ...errors(401, 404) },
});

export const listRepliesRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/{collection}/{slug}/comments/{id}/replies',
  access: 'member',
  summary: 'List more replies to a comment',
  request: { params: itemParams.extend(idParams.shape), query: pageQuery },
  responses: { 200: json(replyList, 'A page of replies'), ...errors(401, 404) },
});

export const addCommentRoute = defineRoute({
  scope: 'engagement:write',
  ...ofItem,
  method: 'post',
  summary: 'Add a comment, or reply to one',
  request: { params: itemParams, body: { ...json(newComment, 'The comment'), required: true } },
  responses: { 201: json(comment, 'The new comment'), ...errors(401, 404, 409, 429) },
});

export const getCommentRoute = defineRoute({
  scope: 'library:read',
  ...one,
  method: 'get',
  summary: 'Get a comment, without its replies',
  request: { params: idParams },
  responses: { 200: json(comment, 'The comment'), ...errors(401, 404) },
});
export const updateCommentRoute = defineRoute({
  scope: 'engagement:write',
  ...one,
  method: 'patch',
  audited: ['status'],
  summary: 'Change my comment; admins and support: hide or show one',
  request: { params: idParams, body: { ...json(commentChange, 'What to change'), required: true } },
  responses: { 200: json(comment, 'The comment'), ...errors(401, 403, 404, 429) },
});

export const deleteCommentRoute = defineRoute({
  scope: 'engagement:write',
  ...one,
  method: 'delete',
  summary: 'Delete my comment; replies to it stay',
  request: { params: idParams },
  responses: { 200: okJson('Deleted'), ...errors(401, 403, 404) },
});
