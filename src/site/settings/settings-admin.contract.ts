import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract.ts';
import { publicSettings } from './settings.contract.ts';
import { settingsFields } from './settings-fields.ts';

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
const settingsChange = z.strictObject(settingsFields).partial();
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
