import { connectionSecrets } from './public/connection-fields.ts';
import { providerNames, providerSecrets } from './public/provider-settings.ts';
import type { SettingsChange } from './settings-admin.contract.ts';

/**
 * What leads emails with links to sign in, sign-ins, payments, or what members type somewhere else. A session alone may be stolen, so these
 * ask for a proof.
 */
const proved = new Set<string>([
  ...['smtp_host', 'smtp_port', 'smtp_security', 'smtp_user', 'mail_from', 'llm_base_url'],
  ...connectionSecrets,
  ...['stripe_publishable_key', 'stripe_secret_key', 'stripe_webhook_secret'],
  ...providerNames,
  ...providerSecrets,
]);

/** Empty values are ignored. */
export const needsProof = (change: SettingsChange): boolean =>
  Object.entries(change).some(([name, value]) => proved.has(name) && value !== undefined && value !== '');
