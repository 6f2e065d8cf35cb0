import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { paymentStates } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';
import { timestamp } from '#platform/contract/contract-fields.ts';
import { labsFields } from './labs-settings.ts';
import { lostPaymentFields } from './lost-payments.ts';
import { connectionFields } from './public/connection-fields.ts';
import { providerFields } from './public/provider-settings.ts';
import { runFields } from './public/run-settings.ts';
import { sellingFields } from './public/selling.ts';
import { signInFields } from './public/sign-in-settings.ts';
import { publicSettings } from './settings.contract.ts';
import { settingsFields } from './settings-fields.ts';

const secretState = z
  .object({ is_set: z.boolean() })
  .describe(
    'All that admins see of a secret. `is_set` is also false if it must be entered again because `APP_SECRET` has changed',
  );

const payments = z
  .object({
    mode: z.enum(paymentStates),
    webhook_events: z.array(z.string()).describe('The event types that the endpoint must be registered for'),
    last_event_at: timestamp.nullable(),
    is_silent: z.boolean().describe('Whether events are missing that should have arrived'),
    refused_event_at: timestamp
      .nullable()
      .describe(
        'When an event with a wrong signature arrived, if none with the right one has since the webhook secret was saved',
      ),
    has_sales: z
      .boolean()
      .describe("Whether anything was sold or is being paid for, so that the currency can't change"),
    has_live_sales: z
      .boolean()
      .describe("Without any, other keys free the currency again: sales of another mode don't count"),
    has_sandbox: z.boolean().describe('Whether the sandbox stands in while no keys are set'),
  })
  .openapi('PaymentStatus');

const { smtp_port, smtp_security, mail_per_minute } = connectionFields;
/** Empty if not set. */
const connectionValues = {
  smtp_host: z.string(),
  smtp_port,
  smtp_security,
  smtp_user: z.string(),
  mail_from: z.string(),
  mail_per_minute,
  bounce_address: z.string(),
  llm_base_url: z.string(),
  llm_model: z.string(),
};

const adminSettings = publicSettings
  .extend({
    ...sellingFields,
    stripe_secret_key: secretState,
    stripe_webhook_secret: secretState,
    ...lostPaymentFields,
    ...runFields,
    ...labsFields,
    ...signInFields,
    ...providerFields,
    google_client_secret: secretState,
    github_client_secret: secretState,
    microsoft_client_secret: secretState,
    oidc_client_secret: secretState,
    sign_in_callback_url: z.string().describe('The callback URL to register at the providers'),
    signup_is_fixed: z.boolean().describe('Whether SIGNUP from the environment overrides the setting'),
    ...connectionValues,
    smtp_password: secretState,
    llm_api_key: secretState,
    fixed: z
      .object({ smtp: z.boolean(), mail_from: z.boolean(), model: z.boolean() })
      .describe('Which settings the environment decides, overriding the ones here'),
    has_email_server: z
      .boolean()
      .describe('Whether an email server is configured, here or in the environment'),
    sender: z.string().describe('The address that emails are sent from'),
    model: z
      .object({ name: z.string().nullable(), tokens_this_month: z.int() })
      .describe('The language model; `name` is null if none is configured'),
    webhook_url: z.string(),
    payments,
  })
  .openapi('AdminSettings');
export type AdminSettings = z.output<typeof adminSettings>;

const savedSettings = adminSettings
  .extend({ is_key_checked: z.boolean().nullable() })
  .openapi('SavedSettings', {
    description:
      '`is_key_checked`: whether the provider has confirmed the new secret key; null if none was entered',
  });
export type SavedSettings = z.output<typeof savedSettings>;

const registeredWebhook = z
  .object({ outcome: z.enum(['created', 'repaired', 'unchanged']), settings: adminSettings })
  .openapi('RegisteredWebhook');
export type RegisteredWebhook = z.output<typeof registeredWebhook>;

/** Null disconnects the email server or the language model, or clears a value; the secrets that belong to it are deleted too. */
const removable = {
  smtp_host: connectionFields.smtp_host.nullable(),
  smtp_user: connectionFields.smtp_user.nullable(),
  smtp_password: settingsFields.smtp_password.nullable(),
  mail_from: connectionFields.mail_from.nullable(),
  bounce_address: connectionFields.bounce_address.nullable(),
  llm_base_url: connectionFields.llm_base_url.nullable(),
  llm_api_key: settingsFields.llm_api_key.nullable(),
};

const settingsChange = z
  .strictObject({
    ...settingsFields,
    stripe_publishable_key: settingsFields.stripe_publishable_key.nullable(),
    stripe_secret_key: settingsFields.stripe_secret_key.nullable(),
    stripe_webhook_secret: settingsFields.stripe_webhook_secret.nullable(),
    confirm_losses: z
      .boolean()
      .describe(
        'Confirms a change that was refused with `confirmation_required`, because members would lose what they have with these keys',
      ),
    expected: z
      .record(z.string(), z.unknown())
      .describe(
        'The values that were read. If someone has changed one of them since, the answer is a conflict',
      ),
    ...removable,
  })
  .partial()
  .describe('Empty values are ignored. Null removes a key');
export type SettingsChange = z.output<typeof settingsChange>;

export const adminGetSettingsRoute = defineRoute({
  method: 'get',
  path: '/admin/settings',
  summary: 'Get all settings; secrets only as set or not set',
  access: 'admin',
  responses: { 200: json(adminSettings, 'The settings'), ...errors(401, 403) },
});
export const adminSetSettingsRoute = defineRoute({
  method: 'put',
  path: '/admin/settings',
  summary: 'Change settings; empty values change nothing, null removes a key',
  access: 'admin',
  request: { body: { ...json(settingsChange, 'What to change'), required: true } },
  responses: { 200: json(savedSettings, 'The settings'), ...errors(401, 403, 409) },
});
export const adminTestModelRoute = defineRoute({
  method: 'post',
  path: '/admin/settings/test-model',
  summary: 'Test the language model by asking it for one word',
  access: 'admin',
  responses: {
    200: json(
      z.object({ model: z.string(), answer: z.string(), milliseconds: z.int() }),
      'What it has answered',
    ),
    ...errors(401, 403, 409, 429, 502),
  },
});
export const adminRegisterWebhookRoute = defineRoute({
  method: 'post',
  path: '/admin/settings/webhook',
  summary: "Register the site's webhook endpoint at the payment provider, or repair it",
  access: 'admin',
  responses: {
    200: json(registeredWebhook, 'What was done, and the settings'),
    ...errors(401, 403, 409, 502),
  },
});
