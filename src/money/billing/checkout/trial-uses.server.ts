import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import { mailboxOf } from '#platform/text/mailbox.ts';
import type { PaymentMode } from '../payment-provider.ts';

export type TrialUses = ReturnType<typeof createTrialUses>;

/** Records used trials, one per person, by email address and card. Stored as keyed hashes, which stay after an account is deleted. */
export function createTrialUses(vault: Vault) {
  const emailHash = (email: string) => vault.fingerprint(`trial email ${mailboxOf(email)}`);
  const cardHash = (fingerprint: string) => vault.fingerprint(`trial card ${fingerprint}`);
  const userHash = (subscriptionId: string) => vault.fingerprint(`trial of ${subscriptionId}`);

  return {
    /** Whether the member, or anyone with the same mailbox, has had a trial. */
    async hasTried(db: Database, userId: string, mode: PaymentMode): Promise<boolean> {
      const profile = await db
        .selectFrom('profiles')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirst();
      const { rows } = await sql<{ has_tried: boolean }>`select
        exists (select from subscriptions where user_id = ${userId} and mode = ${mode} and trial_end is not null)
        or exists (select from trial_uses where mode = ${mode} and kind = 'email' and hash = ${emailHash(profile?.email ?? '')})
          as has_tried`.execute(db);
      return rows[0]?.has_tried ?? false;
    },

    /** Records the address and the card of a trial. @returns whether this is the card's first trial */
    async record(
      db: OperatorWriter<'payments'>,
      {
        mode,
        userId,
        ...trial
      }: { mode: PaymentMode; userId: string; subscriptionId: string; card: string | null },
    ): Promise<boolean> {
      const used_by = userHash(trial.subscriptionId);
      const { email } = await db
        .selectFrom('profiles')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const note = (kind: 'email' | 'card', hash: Buffer) =>
        db
          .insertInto('trial_uses')
          .values({ mode, kind, hash, used_by })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await note('email', emailHash(email));
      if (trial.card === null) return true;
      const hash = cardHash(trial.card);
      await note('card', hash);
      const first = await db
        .selectFrom('trial_uses')
        .select('used_by')
        .where('mode', '=', mode)
        .where('kind', '=', 'card')
        .where('hash', '=', hash)
        .executeTakeFirstOrThrow();
      return first.used_by.equals(used_by);
    },
  };
}
