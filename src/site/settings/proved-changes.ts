import { connectionSecrets } from './public/connection-fields.ts';
import { providerNames, providerSecrets } from './public/provider-settings.ts';
import type { SettingsChange } from './settings-admin.contract.ts';

/**
 * Settings that could redirect emails with sign-in links, sign-ins, payments, or members' input, and the one that asks admins for a second
 * factor. A session may be stolen, so changing these requires a recent sign-in.
 */
const proved = new Set<string>([
  ...['smtp_host', 'smtp_port', 'smtp_security', 'smtp_user', 'mail_from', 'llm_base_url'],
  ...connectionSecrets,
  ...['stripe_publishable_key', 'stripe_secret_key', 'stripe_webhook_secret'],
  ...providerNames,
  ...providerSecrets,
  'second_factor_for_admins',
]);

/** Empty values are ignored. */
export const needsProof = (change: SettingsChange): boolean =>
  Object.entries(change).some(([name, value]) => proved.has(name) && value !== undefined && value !== '');
