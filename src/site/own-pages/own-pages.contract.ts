import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import {
  adminListQuery,
  errors,
  expectedVersion,
  idParams,
  json,
  listOf,
  newId,
  wholeQuery,
} from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { pageFields, pageKinds } from './page-fields.ts';

const publishedPage = z
  .object({
    slug: z.string(),
    title: z.string(),
    version: z.int(),
    asks_consent: z.boolean(),
    footer_position: z.int().nullable(),
    published_at: timestamp,
  })
  .openapi('PublishedPage');
export type PublishedPage = z.output<typeof publishedPage>;

const adminPage = z
  .object({
    id: z.uuid(),
    kind: z.enum(pageKinds),
    ...pageFields,
    published_version: z.int().nullable(),
    has_changes: z.boolean(),
    starter_parts: z
      .array(z.string())
      .describe('Parts of a starter text that are still in the draft, and keep it from being published'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi('AdminPage', {
    description: 'The draft as an admin edits it. `has_changes`: it differs from the published version',
  });
export type AdminPage = z.output<typeof adminPage>;

const pageVersion = z
  .object({
    version: z.int(),
    title: z.string(),
    body: z.string(),
    published_at: timestamp,
    consents: z.int().describe('How many members have agreed to it'),
  })
  .openapi('PageVersion');
export type PageVersion = z.output<typeof pageVersion>;

const consent = z
  .object({
    id: z.int(),
    email: z.string(),
    version: z.int(),
    place: z.enum(['signup', 'checkout']),
    agreed_at: timestamp,
  })
  .openapi('PageConsent');
export type PageConsent = z.output<typeof consent>;

const newPage = z
  .strictObject({ id: newId, kind: z.enum(pageKinds) })
  .describe('Sent again with the same `id`, it returns the page that it created, unchanged');
export type NewPage = z.output<typeof newPage>;
const pageChange = z.strictObject({ ...pageFields, updated_at: expectedVersion }).partial();
export type PageChange = z.output<typeof pageChange>;

const one = { path: '/admin/pages/{id}', access: 'admin', request: { params: idParams } } as const;
const answer = { 200: json(adminPage, 'The page') };

export const listPagesRoute = defineRoute({
  method: 'get',
  path: '/pages',
  access: 'anyone',
  summary: "List the owner's published pages, such as terms and privacy",
  request: { query: wholeQuery },
  responses: { 200: json(listOf(publishedPage), 'The pages'), ...errors() },
});
export const adminListPagesRoute = defineRoute({
  method: 'get',
  path: '/admin/pages',
  access: 'admin',
  summary: 'List all own pages, including drafts',
  request: { query: wholeQuery },
  responses: {
    200: json(listOf(adminPage.omit({ body: true })), 'The pages'),
    ...errors(401, 403),
  },
});
export const adminCreatePageRoute = defineRoute({
  method: 'post',
  path: '/admin/pages',
  access: 'admin',
  summary: 'Create a draft with the starter text for its kind',
  request: { body: { ...json(newPage, 'The kind of page'), required: true } },
  responses: { 201: json(adminPage, 'The draft'), ...errors(401, 403, 409) },
});
export const adminGetPageRoute = defineRoute({
  ...one,
  method: 'get',
  summary: 'Get a page with its draft',
  responses: { ...answer, ...errors(401, 403, 404) },
});
export const adminUpdatePageRoute = defineRoute({
  ...one,
  method: 'patch',
  summary: 'Change the draft; with `updated_at`, only if nobody else has saved since',
  request: { params: idParams, body: { ...json(pageChange, 'What to change'), required: true } },
  responses: { ...answer, ...errors(401, 403, 404, 409) },
});
export const adminDeletePageRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete a page that nobody has agreed to',
  responses: { 204: { description: 'Deleted' }, ...errors(401, 403, 404, 409) },
});
export const adminPublishPageRoute = defineRoute({
  method: 'post',
  path: '/admin/pages/{id}/publish',
  access: 'admin',
  summary: 'Publish the draft as a new version',
  request: {
    params: idParams,
    body: {
      ...json(
        z.strictObject({
          updated_at: timestamp.describe(
            'The `updated_at` that you have read. If someone has saved since, nothing is published (409).',
          ),
        }),
        'The draft that you have read',
      ),
      required: true,
    },
  },
  responses: { ...answer, ...errors(401, 403, 404, 409) },
});
export const adminUnpublishPageRoute = defineRoute({
  method: 'delete',
  path: '/admin/pages/{id}/publish',
  access: 'admin',
  summary: 'Unpublish a page; its versions stay',
  request: { params: idParams },
  responses: { ...answer, ...errors(401, 403, 404) },
});
export const adminPageVersionsRoute = defineRoute({
  method: 'get',
  path: '/admin/pages/{id}/versions',
  access: 'admin',
  summary: 'List the published versions, newest first',
  request: { params: idParams, query: wholeQuery },
  responses: { 200: json(listOf(pageVersion), 'The versions'), ...errors(401, 403, 404) },
});
export const adminPageConsentsRoute = defineRoute({
  method: 'get',
  path: '/admin/pages/{id}/consents',
  access: 'admin',
  summary: 'List who agreed to which version, newest first; `q` searches email addresses',
  request: { params: idParams, query: adminListQuery },
  responses: {
    200: json(listOf(consent), 'The consents'),
    ...errors(401, 403, 404),
  },
});
