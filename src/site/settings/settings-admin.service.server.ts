import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireAdmin } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { graceDaysDefault } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { Vault } from '#platform/secret.server.ts';
import type { SettingsService } from './settings.service.server.ts';
import type { AdminSettings, SettingsChange } from './settings-admin.contract.ts';

const secretKeys = ['stripe_secret_key', 'stripe_webhook_secret'] as const;
const paymentKeys = ['stripe_secret_key', 'past_due_grace_days'];
const shownCharacters = 4;

type Parts = {
  db: Database;
  vault: Vault;
  settings: SettingsService;
  publicUrl: string;
  /** Called when the settings that decide which payments count have changed. */
  paymentsChanged: () => Promise<unknown>;
};

/** The settings for admins. Secrets are stored encrypted and never shown again. */
export function createSettingsAdminService({ db, vault, settings, publicUrl, paymentsChanged }: Parts) {
  async function secretStates() {
    const rows = await db
      .selectFrom('site_settings')
      .select(['setting_key', 'setting_value'])
      .where('setting_key', 'in', secretKeys)
      .execute();
    const stateOf = (key: (typeof secretKeys)[number]) => {
      const row = rows.find(({ setting_key }) => setting_key === key);
      return { is_set: row !== undefined, last_four: row ? lastFour(row.setting_value) : '' };
    };
    return {
      stripe_secret_key: stateOf('stripe_secret_key'),
      stripe_webhook_secret: stateOf('stripe_webhook_secret'),
    };
  }

  async function graceDays(): Promise<number> {
    const row = await db
      .selectFrom('site_settings')
      .select('setting_value')
      .where('setting_key', '=', 'past_due_grace_days')
      .executeTakeFirst();
    return row ? Number(row.setting_value) : graceDaysDefault;
  }

  /** Empty for a secret that this APP_SECRET cannot decrypt. */
  function decrypt(value: string): string {
    try {
      return vault.decrypt(Buffer.from(value, 'base64'));
    } catch {
      return '';
    }
  }

  /** Empty for a secret that is short. */
  function lastFour(value: string): string {
    const secret = decrypt(value);
    return secret.length >= 3 * shownCharacters ? secret.slice(-shownCharacters) : '';
  }

  async function storedSecretKey(): Promise<string> {
    const row = await db
      .selectFrom('site_settings')
      .select('setting_value')
      .where('setting_key', '=', 'stripe_secret_key')
      .executeTakeFirst();
    return row ? decrypt(row.setting_value) : '';
  }

  /** With a test key beside a live one, the page and the server would talk about different payments. @throws AppError 422 */
  async function assertOneMode(change: SettingsChange): Promise<void> {
    if (!change.stripe_publishable_key && !change.stripe_secret_key) return;
    const publishable = change.stripe_publishable_key || (await settings.read()).stripe_publishable_key;
    const secret = change.stripe_secret_key || (await storedSecretKey());
    const [one, other] = [publishable, secret].map((key) => /_(test|live)_/.exec(key)?.[1]);
    if (one && other && one !== other) {
      throw new AppError(
        'validation_failed',
        `stripe_secret_key: One key is a ${one} key and the other a ${other} key. Enter both keys of the same mode.`,
      );
    }
  }

  async function read(): Promise<AdminSettings> {
    const [publicSettings, secrets] = await Promise.all([settings.read(), secretStates()]);
    return {
      ...publicSettings,
      ...secrets,
      past_due_grace_days: await graceDays(),
      webhook_url: `${publicUrl}/functions/v1/stripe-webhook`,
    };
  }

  return {
    /** @throws AppError 401, 403 */
    async get(viewer: Viewer): Promise<AdminSettings> {
      requireAdmin(viewer);
      return read();
    },

    /** Saves the values that are not empty. @throws AppError 401, 403; 422 for keys of which one is for tests and one is live */
    async set(viewer: Viewer, change: SettingsChange): Promise<AdminSettings> {
      const site = writable(db, grantSite(viewer, 'manage-settings'));
      await assertOneMode(change);
      const isSecret = (key: string) => secretKeys.some((secretKey) => secretKey === key);
      const values = Object.entries(change)
        .filter(([, value]) => value !== '' && value !== undefined)
        .map(([setting_key, value]): [string, string] => [setting_key, String(value)])
        .map(([setting_key, value]) => ({
          setting_key,
          setting_value: isSecret(setting_key) ? vault.encrypt(value).toString('base64') : value,
        }));
      if (values.length > 0) {
        await site
          .insertInto('site_settings')
          .values(values)
          .onConflict((conflict) =>
            conflict
              .column('setting_key')
              .doUpdateSet({ setting_value: sql`excluded.setting_value`, updated_at: sql`now()` }),
          )
          .execute();
        if (values.some(({ setting_key }) => paymentKeys.includes(setting_key))) await paymentsChanged();
      }
      return read();
    },
  };
}
