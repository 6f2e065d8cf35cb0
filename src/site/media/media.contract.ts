import { createRoute, z } from '@hono/zod-openapi';
import { errors, json, signedIn } from '#platform/contract.ts';

export const mediaFolders = ['prompts', 'playbooks'] as const;
export type MediaFolder = (typeof mediaFolders)[number];

const one = {
  path: '/admin/media/{folder}/{file}',
  ...signedIn,
} as const;
const params = z.object({ folder: z.enum(mediaFolders), file: z.string().min(1).max(200) });

export const uploadMediaRoute = createRoute({
  ...one,
  method: 'put',
  summary: 'Store an image; the body is the file',
  request: { params },
  responses: {
    200: json(z.object({ url: z.string() }), 'Where it lies from now on'),
    ...errors(401, 403, 413, 415),
  },
});
export const deleteMediaRoute = createRoute({
  ...one,
  method: 'delete',
  summary: 'Delete a stored image; repeating it changes nothing',
  request: { params },
  responses: { 200: json(z.object({ ok: z.literal(true) }), 'Deleted'), ...errors(401, 403) },
});
