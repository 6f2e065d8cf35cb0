import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json, okJson, rawBody } from '#platform/contract/contract.ts';

export const mediaFolders = ['prompts', 'playbooks', 'site'] as const;
export type MediaFolder = (typeof mediaFolders)[number];

const one = {
  path: '/admin/media/{folder}/{file}',
  access: 'editor',
} as const;
/** The maximum of most file systems. The name is shortened before it is stored. */
const fileName = z
  .string()
  .min(1)
  .max(255)
  .describe('Its name, as a suggestion: the response has the URL that it gets');
const params = z.object({ folder: z.enum(mediaFolders), file: fileName });

export const uploadMediaRoute = defineRoute({
  ...one,
  method: 'put',
  summary: 'Store an image; the body is the file',
  request: { params, body: rawBody('image/*') },
  responses: {
    200: json(z.object({ url: z.string() }), 'The URL of the stored image'),
    ...errors(401, 403, 413, 415),
  },
});
export const deleteMediaRoute = defineRoute({
  ...one,
  method: 'delete',
  summary: 'Delete a stored image; repeating it changes nothing',
  request: { params },
  responses: { 200: okJson('Deleted'), ...errors(401, 403, 409) },
});
