import type { Database } from '#access/database.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import { readSettings } from './read-settings.server.ts';
import { readSignInSettings, type SignInSettings, type SignUpMode, signInNames } from './sign-in-settings.ts';

/** `from`: the transaction in progress, which must not wait for a second connection. */
export type LoadSignInSettings = (from?: Pick<Database, 'selectFrom'>) => Promise<SignInSettings>;

/** A change applies at once in every process: cached settings are used only if they are known to be up to date. */
export function createSignInSettings(
  db: Database,
  databaseEvents: Pick<DatabaseEvents, 'isUpToDate' | 'onContentChange'>,
  signup: SignUpMode | undefined,
): LoadSignInSettings {
  let known: SignInSettings | undefined;
  let changes = 0;
  databaseEvents.onContentChange(() => {
    changes += 1;
    known = undefined;
  });
  const read = async (from: Pick<Database, 'selectFrom'>) => {
    return readSignInSettings(await readSettings(from, signInNames), signup);
  };
  return async (from) => {
    if (from) return read(from);
    if (known && (await databaseEvents.isUpToDate()) && known) return known;
    const before = changes;
    const settings = await read(db);
    if (before === changes) known = settings;
    return settings;
  };
}
