import { sql } from 'kysely';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { EmailLinks } from './email-links.server.ts';
import { addressChangedEmail } from './emails.ts';
import type { OneTimeTokens } from './one-time-tokens.server.ts';
import { endOtherWays } from './prove-address.server.ts';

/**
 * Confirms a change of address for one of the two addresses. The second confirmation makes the change, and earlier links stop working.
 * @returns `half` after the first; then whether the account was a trial until now; undefined if there is nothing to change, or the address
 * has been taken
 */
export async function confirmEmailChange(
  transaction: OperatorWriter<'accounts'>,
  { oneTimeTokens, links }: { oneTimeTokens: OneTimeTokens; links: EmailLinks },
  userId: string,
  side: 'email_change_current' | 'email_change_new',
): Promise<'half' | { isNew: boolean } | undefined> {
  const user = await transaction
    .selectFrom('auth.users')
    .select(['email', 'new_email', 'email_change_half', 'is_anonymous'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!user?.new_email) return undefined;
  const { email: former, new_email: address } = user;
  const account = transaction.updateTable('auth.users').where('id', '=', userId);
  if (user.email_change_half === null || user.email_change_half === side) {
    await account.set({ email_change_half: side }).execute();
    return 'half';
  }
  const taken = await transaction
    .selectFrom('auth.users')
    .select('id')
    .where('email', '=', address)
    .executeTakeFirst();
  if (taken) return undefined;
  await oneTimeTokens.forget(transaction, userId);
  // Before the profile changes, because its former address is used to look up the language.
  if (!user.is_anonymous)
    await links.sendPlain(transaction, former, (site) => addressChangedEmail(former, site, address));
  // Somebody else may have begun the trial for the owner of the address, who would not look for what they left.
  if (user.is_anonymous) await endOtherWays(transaction, userId);
  await account
    .set({
      email: address,
      is_anonymous: false,
      email_verified_at: sql`now()`,
      updated_at: sql`now()`,
      // A trial becomes a regular account now.
      ...(user.is_anonymous ? { email_confirmed_at: sql`now()` } : {}),
    })
    .execute();
  await transaction.updateTable('profiles').set({ email: address }).where('id', '=', userId).execute();
  return { isNew: user.is_anonymous };
}
