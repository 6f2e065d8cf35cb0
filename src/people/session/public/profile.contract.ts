import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { locales, roles } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { profileFields } from './profile-fields.ts';

/** The viewer's own profile. `copies_left` counts down to the next UTC midnight and is null without a limit. */
export const profile = z
  .object({
    id: z.uuid(),
    email: z.string(),
    display_name: z.string().nullable(),
    bio: z.string().nullable(),
    created_at: timestamp,
    role: z.enum(roles),
    tier_id: z.uuid().nullable(),
    tier_name: z.string().nullable(),
    /** Whether the member wants emails about the plan. */
    email_notifications: z.boolean(),
    /** Whether the member wants news from the owner, and the weekly digest. */
    email_news: z.boolean(),
    weekly_digest: z.boolean(),
    /** Whether the member wants emails about replies to their comments. */
    email_replies: z.boolean(),
    /** The language of their pages and emails; null until they first sign in. */
    locale: z.string().nullable(),
    daily_copy_limit: z.int(),
    copies_left: z.int().nullable(),
    /** Whether reading counts against the daily limit too. */
    reading_counts: z.boolean(),
    /** How many prompts can be run per day: 0 if none, 999999 without a limit (`runs_left` is null then). */
    daily_run_limit: z.int(),
    runs_left: z.int().nullable(),
    /** False if only a provider, a passkey or links open the account. */
    has_password: z.boolean(),
    /** Whether the member must set up two-factor sign-in before their role takes effect. */
    needs_second_factor: z.boolean(),
    /** Whether the member hasn't agreed to the pages that new members must agree to. */
    needs_consent: z.boolean(),
    can: z.object({
      administer: z.boolean(),
      /** Prompts, playbooks and imports. */
      edit_catalog: z.boolean(),
      /** Members and their comments. */
      support_members: z.boolean(),
    }),
  })
  .openapi('Profile');
export type Profile = z.output<typeof profile>;

/** An empty text clears a field, like null. */
export const profileChange = z
  .strictObject({
    ...profileFields,
    display_name: profileFields.display_name.nullable(),
    bio: profileFields.bio.nullable(),
    locale: z.enum(locales),
  })
  .partial();
export type ProfileChange = z.output<typeof profileChange>;

export const getProfileRoute = defineRoute({
  method: 'get',
  path: '/profile',
  summary: 'Get my profile',
  access: 'member',
  responses: { 200: json(profile, 'My profile'), ...errors(401) },
});

export const updateProfileRoute = defineRoute({
  method: 'patch',
  path: '/profile',
  summary: 'Change my display name, bio, language or email preferences',
  access: 'member',
  request: { body: { ...json(profileChange, 'What to change'), required: true } },
  responses: { 200: json(profile, 'My profile'), ...errors(401) },
});
