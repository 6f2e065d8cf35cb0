import type { Database } from '#access/database.ts';
import { readSignInSettings, type SignInSettings, type SignUpMode, signInNames } from './sign-in-settings.ts';

/** `from`: the transaction that is under way, which must not wait for a second connection. */
export type LoadSignInSettings = (from?: Database) => Promise<SignInSettings>;

/** Reads the settings from the database each time: what the owner switches off is off at once, in every process. */
export const createSignInSettings =
  (db: Database, signup: SignUpMode | undefined): LoadSignInSettings =>
  async (from = db) => {
    const rows = await from
      .selectFrom('site_settings')
      .select(['setting_key', 'setting_value'])
      .where('setting_key', 'in', signInNames)
      .execute();
    return readSignInSettings(new Map(rows.map((row) => [row.setting_key, row.setting_value])), signup);
  };
