import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { assertUnchanged } from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import { createConcurrencyLimit } from '#platform/http/concurrency-limit.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import { shownSender } from '#platform/text/sender-address.ts';
import { checkConnections } from './connection-change.server.ts';
import { keyChangeWarning } from './key-change-warning.ts';
import { labsNames, readLabsSettings } from './labs-settings.ts';
import { lostPaymentNames, readLostPayments } from './lost-payments.ts';
import { assertMatchingKeys } from './payment-keys.ts';
import { needsProof } from './proved-changes.ts';
import { connectionNames, connectionSecrets, readConnections } from './public/connection-fields.ts';
import type { Connections } from './public/connections.server.ts';
import type { PaymentConnection } from './public/payment-connection.ts';
import { providerNames, providerSecrets, readProviderSettings } from './public/provider-settings.ts';
import { readSettings } from './public/read-settings.server.ts';
import { readRunSettings, runNames } from './public/run-settings.ts';
import { readSelling, sellingNames } from './public/selling.ts';
import { readSignInSettings, type SignUpMode, signInNames } from './public/sign-in-settings.ts';
import { writeSettings } from './public/write-settings.server.ts';
import { readSecret } from './read-secret.server.ts';
import type { SettingsService } from './settings.service.server.ts';
import type {
  AdminSettings,
  RegisteredWebhook,
  SavedSettings,
  SettingsChange,
} from './settings-admin.contract.ts';
import * as m from './words/messages.ts';

const secretNames = [
  'stripe_secret_key',
  'stripe_webhook_secret',
  ...providerSecrets,
  ...connectionSecrets,
] as const;
const isSecret = (name: string) => secretNames.some((secretName) => secretName === name);
/** The settings that decide which payments count. */
const paymentSettings = ['stripe_secret_key', 'past_due_grace_days'];

type Parts = {
  db: Database;
  vault: Vault;
  settings: SettingsService;
  publicUrl: string;
  connection: PaymentConnection;
  connections: Connections;
  privateHosts: readonly string[];
  tokensThisMonth: () => Promise<number>;
  /** @throws AppError 403 reauthentication_needed if the viewer's sign-in isn't recent */
  assertRecent: (viewer: Viewer) => Promise<void>;
  /** Called after a change of settings that decide which payments count. */
  paymentsChanged: () => Promise<unknown>;
  /** Queues a picture for deletion that no setting uses anymore, unless something else does. */
  releasePicture: (address: string) => Promise<void>;
  /** The sign-up mode from the environment, if set. */
  signup: SignUpMode | undefined;
};

/** One save at a time: besides the connection with the lock, each needs others, which waiting saves must not occupy. */
const inTurn = createConcurrencyLimit(1);

/** The settings for admins. Secrets are stored encrypted and never shown again. */
export function createSettingsAdminService(parts: Parts) {
  const { db, vault, settings, publicUrl, connection, connections, paymentsChanged } = parts;
  const webhookUrl = `${publicUrl}/functions/v1/stripe-webhook`;

  const readValues = (from: Database = db): Promise<Map<string, string>> =>
    readSettings(from, [
      ...secretNames,
      ...sellingNames,
      ...lostPaymentNames,
      ...runNames,
      ...labsNames,
      ...signInNames,
      ...providerNames,
      ...connectionNames,
    ]);

  /** A secret that this APP_SECRET can't decrypt counts as not set. */
  const secretState = (value: string | undefined) => ({ is_set: readSecret(vault, value) !== '' });

  async function read(): Promise<AdminSettings> {
    const [publicSettings, values, payments, tokens_this_month, mail, model] = await Promise.all([
      settings.read(),
      readValues(),
      connection.status(),
      parts.tokensThisMonth(),
      connections.mail(),
      connections.model(),
    ]);
    return {
      ...publicSettings,
      ...readSelling(values),
      ...readLostPayments(values),
      ...readRunSettings(values),
      ...readLabsSettings(values),
      ...readSignInSettings(values, parts.signup),
      ...readProviderSettings(values),
      google_client_secret: secretState(values.get('google_client_secret')),
      github_client_secret: secretState(values.get('github_client_secret')),
      microsoft_client_secret: secretState(values.get('microsoft_client_secret')),
      oidc_client_secret: secretState(values.get('oidc_client_secret')),
      sign_in_callback_url: `${publicUrl}/auth/v1/callback`,
      signup_is_fixed: parts.signup !== undefined,
      ...readConnections(values),
      smtp_password: secretState(values.get('smtp_password')),
      llm_api_key: secretState(values.get('llm_api_key')),
      fixed: connections.fixed,
      has_email_server: mail.server !== undefined,
      sender: shownSender(mail.from),
      model: { name: model?.model ?? null, tokens_this_month },
      stripe_secret_key: secretState(values.get('stripe_secret_key')),
      stripe_webhook_secret: secretState(values.get('stripe_webhook_secret')),
      webhook_url: webhookUrl,
      payments,
    };
  }

  /**
   * Checks a change of the keys before it is saved. @returns whether the provider has confirmed the new secret key; null if there is none.
   * @throws AppError 409 confirmation_required, 422
   */
  async function checkKeys(change: SettingsChange): Promise<boolean | null> {
    const stored = readSecret(vault, (await readValues()).get('stripe_secret_key'));
    const { stripe_publishable_key: publishable, stripe_secret_key: secret, confirm_losses } = change;
    if (publishable || secret)
      assertMatchingKeys(
        publishable === undefined || publishable === ''
          ? (await settings.read()).stripe_publishable_key
          : publishable,
        secret === undefined || secret === '' ? stored : secret,
      );
    const isChecked = secret ? await connection.check(secret) : null;
    const isReplaced = stored !== '' && (secret === null || (Boolean(secret) && secret !== stored));
    if (!isReplaced || confirm_losses) return isChecked;
    const losses = await connection.countLosses(stored, secret ?? undefined);
    const warning = losses && keyChangeWarning(losses);
    if (warning) throw new AppError('confirmation_required', warning);
    return isChecked;
  }

  /** Prices keep their numbers, so a sale in another currency would be at another price. @throws AppError 409 */
  async function assertCurrencyIsFree(currency: string): Promise<void> {
    const [current, { has_sales }] = await Promise.all([settings.read(), connection.status()]);
    if (current.currency !== currency && has_sales)
      throw new AppError('conflict', m.refused_currency_fixed({ currency: current.currency.toUpperCase() }));
  }

  /** Browsers may know time zones that PostgreSQL doesn't. @throws AppError 422 */
  async function assertTimeZone(name: string): Promise<void> {
    const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db);
    if (rows.length === 0) throw new AppError('validation_failed', `time_zone: ${m.choose_a_time_zone()}`);
  }

  return {
    /** @throws AppError 401, 403 */
    async get(viewer: Viewer): Promise<AdminSettings> {
      requireSite(viewer, 'manage-settings');
      return read();
    },

    /**
     * Saves the values that aren't empty, and removes the keys that are null.
     * @throws AppError 401, 403; 403 reauthentication_needed for settings that a stolen session must not change; 409 for a currency after
     * the first sale, and for values that someone has changed since; 409 confirmation_required if members would lose something; 422 for
     * keys that the provider refuses or that don't belong together, for private or changed servers, and for a time
     * zone that the database doesn't know
     */
    async set(
      viewer: Viewer,
      { confirm_losses, expected, ...change }: SettingsChange,
    ): Promise<SavedSettings> {
      const site = writable(db, grantSite(viewer, 'manage-settings'));
      if (needsProof(change)) await parts.assertRecent(viewer);
      if (change.currency) await assertCurrencyIsFree(change.currency);
      if (change.time_zone) await assertTimeZone(change.time_zone);
      const is_key_checked = await checkKeys({ ...change, confirm_losses });
      const { site_logo: logoBefore } = await settings.read();
      const entries = await inTurn(() =>
        site.transaction().execute(async (transaction) => {
          // The stored secret and its server are compared below, so nobody may change either until the save is done.
          await sql`lock table site_settings in share row exclusive mode`.execute(transaction);
          if (expected) assertUnchanged(await read(), expected);
          const connected = checkConnections(change, await readValues(transaction), parts.privateHosts);
          const entries = Object.entries({ ...change, ...connected }).filter(
            ([, value]) => value !== '' && value !== undefined,
          );
          const values = entries
            .filter(([, value]) => value !== null)
            .map(([name, value]) => ({
              setting_key: name,
              setting_value: isSecret(name) ? vault.encrypt(String(value)).toString('base64') : String(value),
            }));
          const removed = entries.filter(([, value]) => value === null).map(([name]) => name);
          // The test email was for the previous server.
          if (entries.some(([name]) => name.startsWith('smtp_'))) removed.push('email_tested');
          await writeSettings(transaction, values, removed);
          return entries;
        }),
      );
      connections.forget();
      if (change.site_logo && change.site_logo !== logoBefore) await parts.releasePicture(logoBefore);
      if (entries.some(([name]) => paymentSettings.includes(name))) await paymentsChanged();
      return { ...(await read()), is_key_checked };
    },

    /** Registers the webhook endpoint with the provider and stores its secret. @throws AppError 401, 403, 409, 422, 502 */
    async registerWebhook(viewer: Viewer): Promise<RegisteredWebhook> {
      const site = writable(db, grantSite(viewer, 'manage-settings'));
      const values = await readValues();
      const secretKey = readSecret(vault, values.get('stripe_secret_key'));
      if (secretKey === '') throw new AppError('conflict', m.refused_save_key_first());
      const isSecretKnown = readSecret(vault, values.get('stripe_webhook_secret')) !== '';
      const { outcome, secret } = await connection.registerWebhook(secretKey, webhookUrl, isSecretKnown);
      if (secret !== undefined) {
        const setting_value = vault.encrypt(secret).toString('base64');
        await writeSettings(site, [{ setting_key: 'stripe_webhook_secret', setting_value }], []);
      }
      return { outcome, settings: await read() };
    },
  };
}
