import type { Database } from '#access/database.ts';
import { readSignInSettings, type SignInSettings, type SignUpMode, signInNames } from './sign-in-settings.ts';

export type LoadSignInSettings = () => Promise<SignInSettings>;

/** Reads the settings from the database each time: what the owner switches off is off at once, in every process. */
export const createSignInSettings =
  (db: Database, signup: SignUpMode | undefined): LoadSignInSettings =>
  async () => {
    const rows = await db
      .selectFrom('site_settings')
      .select(['setting_key', 'setting_value'])
      .where('setting_key', 'in', signInNames)
      .execute();
    return readSignInSettings(new Map(rows.map((row) => [row.setting_key, row.setting_value])), signup);
  };
