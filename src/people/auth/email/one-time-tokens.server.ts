import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { OperatorWriter, WriterFor } from '#access/writable.server.ts';
import { codeTries, emailLinkMinutes } from '#constants';
import type { Vault } from '#platform/secret.server.ts';
import { lockAccount } from '../sessions/lock-account.server.ts';

export type Purpose = keyof typeof emailLinkMinutes;

/** Emails for these purposes have only a link: no page takes a code for them, so that there is none to guess. */
const linkOnly: ReadonlySet<Purpose> = new Set([
  'recovery',
  'invite',
  'email_change_current',
  'email_change_new',
]);

/**
 * To order `auth.users` by: accounts whose link was created last come first. Any number of accounts may have asked for the same new address,
 * and for one that nobody confirms it stays.
 */
export const latestLinkFirst = (purposes: readonly Purpose[]) =>
  sql`(
    select max(expires_at) from auth.one_time_tokens
    where user_id = auth.users.id and purpose in (${sql.join([...purposes])})
  ) desc nulls last`;

type Redeemed = { userId: string; purpose: Purpose };

/** Single-use links and six-digit codes. Both are stored as fingerprints. */
export function createOneTimeTokens(vault: Vault) {
  const codePrint = (userId: string, purpose: Purpose, code: string) =>
    vault.fingerprint(`code ${userId} ${purpose} ${code}`);

  return {
    /** Creates a link and a code. Earlier ones for the same purpose stop working. The account's row must be locked. */
    async issue(
      transaction: WriterFor<'person', 'send-email'>,
      userId: string,
      purpose: Purpose,
      hasCode = !linkOnly.has(purpose),
    ) {
      const token = randomBytes(28).toString('hex');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await transaction
        .deleteFrom('auth.one_time_tokens')
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .execute();
      const { expires_at } = await transaction
        .insertInto('auth.one_time_tokens')
        .values({
          token_hash: vault.fingerprint(token),
          code_hash: hasCode ? codePrint(userId, purpose, code) : null,
          user_id: userId,
          purpose,
          // Not `now()`, the start of the transaction, which may have waited for the account since.
          expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${emailLinkMinutes[purpose]})`,
        })
        .returning('expires_at')
        .executeTakeFirstOrThrow();
      return { token, code, expiresAt: expires_at.toISOString() };
    },

    /** Whether a link for `purpose` that was created after `time` is still unused. */
    async hasSince(from: Database, userId: string, purpose: Purpose, time: Date): Promise<boolean> {
      const later = await from
        .selectFrom('auth.one_time_tokens')
        .select('purpose')
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .where(
          'expires_at',
          '>',
          sql<Date>`${time}::timestamptz + make_interval(mins => ${emailLinkMinutes[purpose]})`,
        )
        .executeTakeFirst();
      return later !== undefined;
    },

    /** Uses up a link. @returns undefined if it is unknown, used or expired */
    async redeemLink(
      transaction: OperatorWriter<'accounts'>,
      token: string,
      purposes: readonly Purpose[],
    ): Promise<Redeemed | undefined> {
      const token_hash = vault.fingerprint(token);
      await lockAccount(
        transaction,
        transaction
          .selectFrom('auth.one_time_tokens')
          .select('user_id')
          .where('token_hash', '=', token_hash)
          .$asScalar(),
      );
      const row = await transaction
        .deleteFrom('auth.one_time_tokens')
        .where('token_hash', '=', token_hash)
        .where('purpose', 'in', [...purposes])
        .returning(['user_id', 'purpose', sql<boolean>`expires_at > now()`.as('is_valid')])
        .executeTakeFirst();
      return row?.is_valid ? { userId: row.user_id, purpose: row.purpose } : undefined;
    },

    /**
     * Uses up a code, together with its link. Wrong codes are counted, and after a few of them the code is invalid; the link still works.
     * Commit the transaction even then, so that the count is kept.
     */
    async redeemCode(
      transaction: OperatorWriter<'accounts'>,
      userId: string | undefined,
      code: string,
      purposes: readonly Purpose[],
    ): Promise<Redeemed | undefined> {
      // Without waiting for the disk, because an unknown account, for which nothing is written, would answer sooner.
      await sql`set local synchronous_commit to off`.execute(transaction);
      const id = userId ?? '00000000-0000-0000-0000-000000000000';
      await lockAccount(transaction, id);
      const rows = await transaction
        .updateTable('auth.one_time_tokens')
        .set({ wrong_codes: sql`wrong_codes + 1` })
        .where('user_id', '=', id)
        .where('purpose', 'in', [...purposes])
        .where('wrong_codes', '<', codeTries)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning(['token_hash', 'code_hash', 'user_id', 'purpose'])
        .execute();
      const found = rows.find((row) => row.code_hash?.equals(codePrint(row.user_id, row.purpose, code)));
      if (!found) return undefined;
      await transaction
        .deleteFrom('auth.one_time_tokens')
        .where('token_hash', '=', found.token_hash)
        .execute();
      return { userId: found.user_id, purpose: found.purpose };
    },

    /** Invalidates everything pending after a change of password or address: links, codes, an address change, and sign-ins at providers. */
    async forget(transaction: OperatorWriter<'accounts'>, userId: string): Promise<void> {
      await transaction
        .updateTable('auth.users')
        .set({ new_email: null, email_change_half: null })
        .where('id', '=', userId)
        .execute();
      await transaction.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute();
      await transaction.deleteFrom('auth.sign_in_flows').where('user_id', '=', userId).execute();
    },
  };
}

export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;
