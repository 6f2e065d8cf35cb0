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
    /** Whether emails about the plan are wanted. */
    email_notifications: z.boolean(),
    /** Whether news from the owner, and the weekly digest, are wanted. */
    email_news: z.boolean(),
    weekly_digest: z.boolean(),
    /** Whether emails about replies to their comments are wanted. */
    email_replies: z.boolean(),
    /** The language of their pages and emails; null until they first sign in. */
    locale: z.string().nullable(),
    daily_copy_limit: z.int(),
    copies_left: z.int().nullable(),
    /** Whether the plan counts reading against the daily limit too. */
    reading_counts: z.boolean(),
    /** How often a day prompts can be run on the site: 0 where they cannot, 999999 without a limit (`runs_left` is null then). */
    daily_run_limit: z.int(),
    runs_left: z.int().nullable(),
    /** Whether a password opens the account: with a provider, a passkey or links alone, none does. */
    has_password: z.boolean(),
    /** Whether the site asks for two-factor sign-in before the member's role counts. */
    needs_second_factor: z.boolean(),
    /** Whether the member came without agreeing to the pages that ask new members for it. */
    needs_consent: z.boolean(),
    can: z.object({
      administer: z.boolean(),
      /** The catalog: prompts, playbooks and imports. */
      edit_catalog: z.boolean(),
      /** Members, and what they write. */
      support_members: z.boolean(),
    }),
  })
  .openapi('Profile');
export type Profile = z.output<typeof profile>;

/** An empty text clears it, as null does, which is what an unset one is read as. */
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
