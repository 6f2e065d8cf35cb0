import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { limits, logoIcons } from '#constants';
import { errors, json } from '#platform/contract.ts';
import { line } from '#platform/contract-fields.ts';
import { publicSettings } from './settings.contract.ts';

/** What admins see of a secret: whether it is set, and its last four characters. */
const secretState = z.object({ is_set: z.boolean(), last_four: z.string() });

const adminSettings = publicSettings
  .extend({
    stripe_secret_key: secretState,
    stripe_webhook_secret: secretState,
    /** Days for which access stays after a failed payment. */
    past_due_grace_days: z.int(),
    webhook_url: z.string(),
  })
  .openapi('AdminSettings');
export type AdminSettings = z.output<typeof adminSettings>;

/** Empty values are skipped: they overwrite nothing. */
const settingsChange = z
  .strictObject({
    stripe_publishable_key: line(limits.settingValue),
    stripe_secret_key: line(limits.settingValue),
    stripe_webhook_secret: line(limits.settingValue),
    past_due_grace_days: z.int().min(0).max(limits.graceDays),
    site_name: line(100),
    site_logo: z.union([
      z.literal(''),
      z
        .string()
        .max(limits.settingValue)
        .regex(/^(https?:\/\/\S+|\/media\/[\w./-]+)$/, 'must be the URL of an image'),
    ]),
    site_logo_type: z.enum(['icon', 'image']),
    site_logo_icon: z.enum(logoIcons),
    support_email: z.union([z.literal(''), z.email()]),
  })
  .partial();
export type SettingsChange = z.output<typeof settingsChange>;

export const adminGetSettingsRoute = defineRoute({
  method: 'get',
  path: '/admin/settings',
  summary: 'All settings; secrets as set or not set',
  access: 'admin',
  responses: { 200: json(adminSettings, 'The settings'), ...errors(401, 403) },
});
export const adminSetSettingsRoute = defineRoute({
  method: 'put',
  path: '/admin/settings',
  summary: 'Change settings; empty values change nothing',
  access: 'admin',
  request: { body: { ...json(settingsChange, 'What to change'), required: true } },
  responses: { 200: json(adminSettings, 'The settings'), ...errors(401, 403) },
});
