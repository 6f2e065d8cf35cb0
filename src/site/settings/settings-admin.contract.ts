import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { errors, json } from '#platform/contract.ts';
import { timestamp } from '#platform/contract-fields.ts';
import { labsFields } from './public/labs-settings.ts';
import { providerFields } from './public/provider-settings.ts';
import { runFields } from './public/run-settings.ts';
import { sellingFields } from './public/selling.ts';
import { signInFields } from './public/sign-in-settings.ts';
import { publicSettings } from './settings.contract.ts';
import { settingsFields } from './settings-fields.ts';

/** What admins see of a secret: whether it is set, and its last four characters. */
const secretState = z.object({ is_set: z.boolean(), last_four: z.string() });

const payments = z
  .object({
    mode: z.enum(['off', 'sandbox', 'test', 'live']),
    /** The types of events that the endpoint has to be registered for. */
    webhook_events: z.array(z.string()),
    last_event_at: timestamp.nullable(),
    /** Whether events should have come and have not. */
    is_silent: z.boolean(),
    /** Whether something was sold, or is being paid for: the currency stays as it is. */
    has_sales: z.boolean(),
  })
  .openapi('PaymentStatus');

const adminSettings = publicSettings
  .extend({
    ...sellingFields,
    stripe_secret_key: secretState,
    stripe_webhook_secret: secretState,
    /** Days for which access stays after a failed payment. */
    past_due_grace_days: z.int(),
    /** Whether a subscription is canceled when its payment is refunded or its dispute is lost. */
    cancel_refunded_plans: z.boolean(),
    ...runFields,
    ...labsFields,
    ...signInFields,
    ...providerFields,
    google_client_secret: secretState,
    github_client_secret: secretState,
    microsoft_client_secret: secretState,
    oidc_client_secret: secretState,
    /** What providers have to know this site by. */
    sign_in_callback_url: z.string(),
    /** Whether SIGNUP of the environment decides who can sign up. */
    signup_is_fixed: z.boolean(),
    /** The language model; `name` is null where none is set. */
    model: z.object({ name: z.string().nullable(), tokens_this_month: z.int() }),
    webhook_url: z.string(),
    payments,
  })
  .openapi('AdminSettings');
export type AdminSettings = z.output<typeof adminSettings>;

/** `is_key_checked`: whether the provider has confirmed the secret key that was entered; null if none was. */
const savedSettings = adminSettings
  .extend({ is_key_checked: z.boolean().nullable() })
  .openapi('SavedSettings');
export type SavedSettings = z.output<typeof savedSettings>;

const registeredWebhook = z
  .object({ outcome: z.enum(['created', 'repaired', 'unchanged']), settings: adminSettings })
  .openapi('RegisteredWebhook');
export type RegisteredWebhook = z.output<typeof registeredWebhook>;

/** Empty values are skipped: they overwrite nothing. Null removes a key. */
const settingsChange = z
  .strictObject({
    ...settingsFields,
    stripe_publishable_key: settingsFields.stripe_publishable_key.nullable(),
    stripe_secret_key: settingsFields.stripe_secret_key.nullable(),
    stripe_webhook_secret: settingsFields.stripe_webhook_secret.nullable(),
    /** Answers a refusal with `confirmation_required`: members may lose what these keys stand for. */
    confirm_losses: z.boolean(),
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
  summary: 'Change settings; empty values change nothing, null removes a key',
  access: 'admin',
  request: { body: { ...json(settingsChange, 'What to change'), required: true } },
  responses: { 200: json(savedSettings, 'The settings'), ...errors(401, 403, 409) },
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
