import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { can, grantAccount, requireSignedIn } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import type { SavedValue } from '../values.contract.ts';
import { type Blank, valuesByKey } from './blanks.ts';
import { blankKey } from './parse.ts';
import { isStepResult } from './step-results.ts';

export type ValuesService = ReturnType<typeof createValuesService>;

/**
 * Remembers what members fill into blanks, to offer it again. Members only see their own values. Every method throws
 * AppError 401.
 */
export function createValuesService(db: Database) {
  async function list(viewer: Viewer): Promise<SavedValue[]> {
    const rows = await db
      .selectFrom('blank_values')
      .select(['name', 'value', 'updated_at'])
      .where('user_id', '=', requireSignedIn(viewer).userId)
      .orderBy('updated_at', 'desc')
      // As pages of the list compare keys, whatever the database's language.
      .orderBy(sql`key collate "C"`)
      .execute();
    return rows.map((row) => ({ ...row, updated_at: new Date(row.updated_at).toISOString() }));
  }

  /** Saves values by name; an empty value erases. Beyond the limit, the oldest are deleted. */
  async function save(viewer: Viewer, values: Readonly<Record<string, string>>): Promise<void> {
    const proof = grantAccount(viewer, 'keep');
    const { userId } = proof.viewer;
    const byKey = new Map(
      Object.entries(values).flatMap(([name, value]) => {
        const key = blankKey(name);
        return key ? [[key, { user_id: userId, key, name, value }] as const] : [];
      }),
    );
    const rows = [...byKey.values()];
    const kept = rows.filter(({ value }) => value !== '');
    const erased = rows.filter(({ value }) => value === '').map(({ key }) => key);
    await writable(db, proof)
      .transaction()
      .execute(async (transaction) => {
        if (erased.length > 0)
          await transaction
            .deleteFrom('blank_values')
            .where('user_id', '=', userId)
            .where('key', 'in', erased)
            .execute();
        if (kept.length === 0) return;
        await transaction
          .insertInto('blank_values')
          // Always in the same order, so that two devices saving at once can't deadlock.
          .values(kept.sort((one, other) => (one.key < other.key ? -1 : 1)))
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'key'])
              .doUpdateSet((row) => ({
                name: row.ref('excluded.name'),
                value: row.ref('excluded.value'),
                updated_at: sql<string>`now()`,
              }))
              // Touch unchanged values once a day, so that they aren't evicted as the oldest.
              .where(
                sql<boolean>`(blank_values.name, blank_values.value) is distinct from (excluded.name, excluded.value)
                  or blank_values.updated_at < now() - interval '1 day'`,
              ),
          )
          .execute();
        await sql`delete from blank_values where user_id = ${userId} and key in (
          select key from blank_values where user_id = ${userId}
          order by updated_at desc, key offset ${limits.savedValues})`.execute(transaction);
      });
  }

  return {
    /** The saved values, latest first. */
    list,

    /** @returns the values that are saved afterward */
    async put(viewer: Viewer, values: Readonly<Record<string, string>>): Promise<SavedValue[]> {
      await save(viewer, values);
      return list(viewer);
    },

    /**
     * Saves what was filled into these blanks, under the names used in their text. Skips values that are too long,
     * results of steps, and requests from API keys that may not save.
     */
    async remember(
      viewer: Viewer,
      blanks: readonly Blank[],
      values: Readonly<Record<string, string>>,
    ): Promise<void> {
      if (!can(viewer, 'account', 'keep', {})) return;
      const given = valuesByKey(values);
      const short = blanks.flatMap(({ name }) => {
        const key = blankKey(name);
        const value = given.get(key) ?? '';
        const isKept = value.trim() !== '' && value.length <= limits.savedValue && !isStepResult(key);
        return isKept ? [[name, value] as const] : [];
      });
      if (short.length > 0) await save(viewer, Object.fromEntries(short));
    },

    /** Erases the value of one name, or all of them. @returns the remaining values */
    async erase(viewer: Viewer, name?: string): Promise<SavedValue[]> {
      const proof = grantAccount(viewer, 'keep');
      const erasing = writable(db, proof)
        .deleteFrom('blank_values')
        .where('user_id', '=', proof.viewer.userId);
      await (name === undefined ? erasing : erasing.where('key', '=', blankKey(name))).execute();
      return list(viewer);
    },
  };
}

/** All saved values of a member, for their data export. */
export const exportValues = (userId: string) =>
  sql`select name, value, updated_at from blank_values where user_id = ${userId} order by updated_at`;
