import { createRoute, z } from '@hono/zod-openapi';
import { limits } from '#constants';
import { categories, timestamp } from '#features/catalogue/catalogue.contract.ts';
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
    daily_copy_limit: z.int(),
    copies_left: z.int().nullable(),
    can: z.object({ administer: z.boolean() }),
  })
  .openapi('Profile');
export type Profile = z.output<typeof profile>;

export const profileChange = z.strictObject({
  display_name: z.string().trim().max(limits.displayName).optional(),
  bio: z.string().trim().max(limits.bio).optional(),
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

export const getCategoriesRoute = createRoute({
  method: 'get',
  path: '/categories',
  summary: 'Categories of published prompts and playbooks',
  responses: {
    200: json(z.object({ prompts: categories, playbooks: categories }), 'Categories'),
    ...errors(),
  },
});
