import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import { recentSignInMinutes, secondFactor } from '#constants';
import type { Vault } from '#platform/secret.server.ts';
import { AuthError } from '../auth-error.ts';
import type { EmailLinks } from '../email/email-links.server.ts';
import { recoveryCodesEmail } from '../email/emails.ts';
import { lockOwnAccount } from '../sessions/lock-account.server.ts';
import type { Sessions } from '../sessions/sessions.server.ts';
import type { Caller, SignIns } from '../sessions/sign-ins.server.ts';
import { assertFactorShown, factorNotFound } from './factor-rules.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  sessions: Sessions;
  signIns: SignIns;
  links: EmailLinks;
};

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const newCode = () => {
  const text = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
};
const noFactor = () => new AuthError(422, 'mfa_verification_failed', 'Set up a second factor first');
const recoveryName = 'Recovery codes';

/** Single-use codes that replace a lost second factor. */
export function createRecoveryCodes({ db, vault, sessions, signIns, links }: Parts) {
  const codePrint = (userId: string, code: string) =>
    vault.fingerprint(`recovery code ${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);

  /** @returns the codes, which can't be shown again */
  async function newRecoveryCodes(transaction: OperatorWriter<'accounts'>, caller: Caller) {
    await lockOwnAccount(transaction, caller);
    const { id: userId, email } = caller.user;
    const factor = await transaction
      .selectFrom('auth.factors')
      .select('created_at')
      .where('user_id', '=', userId)
      .where('status', '=', 'verified')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!factor) throw noFactor();
    const { numDeletedRows } = await transaction
      .deleteFrom('auth.recovery_codes')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    // The first codes come with a factor, about which there is an email already.
    const hasNewFactor = Date.now() - factor.created_at.getTime() < recentSignInMinutes.usually * 60_000;
    if (numDeletedRows > 0n || !hasNewFactor)
      await links.sendPlain(transaction, email, (site) => recoveryCodesEmail(email, site));
    const codes = Array.from({ length: secondFactor.recoveryCodes }, newCode);
    const values = codes.map((code) => ({ code_hash: codePrint(userId, code), user_id: userId }));
    await transaction.insertInto('auth.recovery_codes').values(values).execute();
    return codes;
  }

  return {
    /** The number of recovery codes, without the codes. @throws AuthError 404 */
    async status({ user }: Caller) {
      const codes = await db
        .selectFrom('auth.recovery_codes')
        .select('used_at')
        .where('user_id', '=', user.id)
        .execute();
      if (codes.length === 0) throw factorNotFound();
      const remaining = codes.filter(({ used_at }) => used_at === null).length;
      return { id: user.id, type: 'recovery_code', total: codes.length, remaining };
    },

    /** Replaces all recovery codes. @throws AuthError 400, 401, 422 */
    async create(caller: Caller) {
      const { user } = caller;
      if (!user.factors.some(({ status }) => status === 'verified')) throw noFactor();
      assertFactorShown(caller, 'AAL2 required to create recovery codes');
      signIns.assertRecent(caller, 'Creating recovery codes requires reauthentication');
      const codes = await db.transaction().execute((transaction) => newRecoveryCodes(transaction, caller));
      return { id: user.id, type: 'recovery_code', friendly_name: recoveryName, total: codes.length, codes };
    },

    /** Uses up a recovery code in place of the app's code. @throws AuthError 422 */
    async verify(caller: Caller, code: string) {
      const { user } = caller;
      const started = await db.transaction().execute(async (transaction) => {
        const used = await transaction
          .updateTable('auth.recovery_codes')
          .set({ used_at: sql`now()` })
          .where('code_hash', '=', codePrint(user.id, code))
          .where('user_id', '=', user.id)
          .where('used_at', 'is', null)
          .returning('user_id')
          .executeTakeFirst();
        if (!used) throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered');
        return {
          user,
          ...(await sessions.upgrade(transaction, caller.session.id, 'mfa/recovery_code')),
        };
      });
      return signIns.answer(started);
    },

    async remove(caller: Caller) {
      assertFactorShown(caller, 'AAL2 required to delete recovery codes');
      await db.deleteFrom('auth.recovery_codes').where('user_id', '=', caller.user.id).execute();
      return { id: caller.user.id };
    },
  };
}

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;
