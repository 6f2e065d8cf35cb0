import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { locales, roles } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { profileFields } from './profile-fields.ts';

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
    email_notifications: z.boolean().describe('Whether the member wants emails about the plan'),
    email_news: z.boolean().describe('Whether the member wants news from the owner, and the weekly digest'),
    weekly_digest: z.boolean(),
    email_replies: z.boolean().describe('Whether the member wants emails about replies to their comments'),
    locale: z
      .string()
      .nullable()
      .describe('The language of their pages and emails; null until they first sign in'),
    daily_copy_limit: z.int(),
    copies_left: z.int().nullable(),
    reading_counts: z.boolean().describe('Whether reading counts against the daily limit too'),
    daily_run_limit: z
      .int()
      .describe(
        'How many prompts can be run per day: 0 if none, 999999 without a limit (`runs_left` is null then)',
      ),
    runs_left: z.int().nullable(),
    has_password: z.boolean().describe('False if only a provider, a passkey or links open the account'),
    needs_second_factor: z
      .boolean()
      .describe('Whether the member must set up two-factor sign-in before their role takes effect'),
    needs_consent: z
      .boolean()
      .describe("Whether the member hasn't agreed to the pages that new members must agree to"),
    can: z.object({
      administer: z.boolean(),
      edit_catalog: z.boolean().describe('Prompts, playbooks and imports'),
      support_members: z.boolean().describe('Members and their comments'),
    }),
  })
  .openapi('Profile', {
    description:
      "The viewer's own profile. `copies_left` counts down to the next UTC midnight and is null without a limit",
  });
export type Profile = z.output<typeof profile>;

const allowance = profile
  .pick({
    id: true,
    tier_id: true,
    tier_name: true,
    daily_copy_limit: true,
    copies_left: true,
    reading_counts: true,
    daily_run_limit: true,
    runs_left: true,
  })
  .openapi('Allowance', {
    description:
      "What a member's plan allows today: `copies_left` and `runs_left` count down to the next UTC midnight and are null without a limit. `id` is the member's",
  });
export type Allowance = z.output<typeof allowance>;

export const profileChange = z
  .strictObject({
    ...profileFields,
    display_name: profileFields.display_name.nullable(),
    bio: profileFields.bio.nullable(),
    locale: z.enum(locales),
  })
  .partial()
  .describe('An empty text clears a field, like null');
export type ProfileChange = z.output<typeof profileChange>;

export const getProfileRoute = defineRoute({
  method: 'get',
  path: '/profile',
  summary: 'Get my profile',
  access: 'member',
  responses: { 200: json(profile, 'My profile'), ...errors(401) },
});

export const getAllowanceRoute = defineRoute({
  scope: 'library:read',
  method: 'get',
  path: '/allowance',
  summary: 'Get what my plan allows today',
  access: 'member',
  responses: { 200: json(allowance, 'What is left today'), ...errors(401) },
});

export const updateProfileRoute = defineRoute({
  method: 'patch',
  path: '/profile',
  summary: 'Change my display name, bio, language or email preferences',
  access: 'member',
  request: { body: { ...json(profileChange, 'What to change'), required: true } },
  responses: { 200: json(profile, 'My profile'), ...errors(401) },
});
