import { createRoute, z } from '@hono/zod-openapi';
import { limits } from '#constants';
import { adminListQuery, categories, timestamp } from '#library/catalog/catalogue.contract.ts';
import { errors, json, signedIn } from '#platform/contract.ts';

/** The viewer's own profile. `copies_left` counts down to the next UTC midnight and is null without a limit. */
export const profile = z
  .object({
    id: z.uuid(),
    email: z.string(),
    display_name: z.string().nullable(),
    bio: z.string().nullable(),
    created_at: timestamp,
    tier_name: z.string().nullable(),
    /** Told by mail what happens to the plan. */
    wants_notes: z.boolean(),
    daily_copy_limit: z.int(),
    copies_left: z.int().nullable(),
    can: z.object({ administer: z.boolean() }),
  })
  .openapi('Profile');
export type Profile = z.output<typeof profile>;

export const profileChange = z.strictObject({
  display_name: z.string().trim().max(limits.displayName).optional(),
  bio: z.string().trim().max(limits.bio).optional(),
  wants_notes: z.boolean().optional(),
});
export type ProfileChange = z.output<typeof profileChange>;

export const stats = z
  .object({
    total_prompts: z.int(),
    total_playbooks: z.int(),
    total_books: z.literal(0),
    your_favorites: z.int(),
  })
  .openapi('Stats');
export type Stats = z.output<typeof stats>;

export const getProfileRoute = createRoute({
  method: 'get',
  path: '/profile',
  summary: 'My profile',
  ...signedIn,
  responses: { 200: json(profile, 'My profile'), ...errors(401) },
});

export const updateProfileRoute = createRoute({
  method: 'patch',
  path: '/profile',
  summary: 'Change my display name or bio',
  ...signedIn,
  request: { body: { ...json(profileChange, 'What to change'), required: true } },
  responses: { 200: json(profile, 'My profile'), ...errors(401) },
});

export const getStatsRoute = createRoute({
  method: 'get',
  path: '/stats',
  summary: 'Numbers for the dashboard',
  ...signedIn,
  responses: { 200: json(stats, 'Numbers'), ...errors(401) },
});

/** Everything the site keeps about a member, as he may take it with him. */
const profileExport = z.object({
  profile: z.object({
    id: z.uuid(),
    email: z.string(),
    display_name: z.string().nullable(),
    bio: z.string().nullable(),
    created_at: timestamp,
    tier_name: z.string().nullable(),
  }),
  ...Object.fromEntries(
    (
      [
        'votes',
        'favorites',
        'comments',
        'copies',
        'purchases',
        'subscriptions',
        'payments',
        'progress',
      ] as const
    ).map((name) => [name, z.array(z.record(z.string(), z.unknown()))]),
  ),
});
export type ProfileExport = z.output<typeof profileExport>;

export const exportProfileRoute = createRoute({
  method: 'get',
  path: '/profile/export',
  summary: 'All my data',
  ...signedIn,
  responses: { 200: json(profileExport, 'All my data'), ...errors(401) },
});

export const deleteProfileRoute = createRoute({
  method: 'delete',
  path: '/profile',
  summary: 'Delete my account; comments stay as those of a deleted user',
  ...signedIn,
  request: {
    body: {
      ...json(z.strictObject({ password: z.string().min(1).max(1_000) }), 'My password'),
      required: true,
    },
  },
  responses: { 200: json(z.object({ ok: z.literal(true) }), 'It is gone'), ...errors(401, 403, 409, 429) },
});

export const getCategoriesRoute = createRoute({
  method: 'get',
  path: '/categories',
  summary: 'Categories of published prompts and playbooks',
  responses: {
    200: json(z.object({ prompts: categories, playbooks: categories }), 'Categories'),
    ...errors(),
  },
});

const adminUser = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: z.enum(['member', 'admin']),
    tier_name: z.string().nullable(),
    created_at: timestamp,
  })
  .openapi('AdminUser');
export type AdminUser = z.output<typeof adminUser>;

export const adminListUsersRoute = createRoute({
  method: 'get',
  path: '/admin/users',
  summary: 'Accounts, newest first; `q` looks in addresses',
  ...signedIn,
  request: { query: adminListQuery },
  responses: {
    200: json(
      z.object({ items: z.array(adminUser), total: z.int(), next_cursor: z.string().nullable() }),
      'A page of accounts',
    ),
    ...errors(401, 403),
  },
});
