import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grant, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import type { Role } from '#constants';
import { noteNoChange } from '#platform/audit-trail.server.ts';
import { hasValues } from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import * as common from '#ui/words/messages.ts';
import type { EmailLinks } from '../email/email-links.server.ts';
import { accountDeletedEmail, twoFactorOffEmail } from '../email/emails.ts';
import { turnOffTwoFactor } from '../second-factor/second-factor.service.server.ts';
import * as m from '../words/messages.ts';
import { assertNotLastAdmin } from './last-admin.server.ts';
import type { OwnAccount } from './own-account.service.server.ts';

type Parts = {
  db: Database;
  links: EmailLinks;
  rateLimits: RateLimits;
  publicUrl: string;
  /** @throws AppError 409 for the last admin, or while a payment is being processed; 502 if the payment provider fails */
  removeAccount: OwnAccount['remove'];
  /** @throws AppError 403 reauthentication_needed, because a stolen session could otherwise make its thief an admin */
  assertRecent: OwnAccount['assertRecentForSettings'];
};

/** A suspension without an end date: until it is lifted. */
const noEnd = sql<Date>`now() + interval '100 years'`;
const isEndless = sql`banned_until > now() + interval '50 years'`;

/** Whether an account's suspension already has this end and note; then there is nothing to change. Locks the account. */
async function isSuspended(
  transaction: Database,
  id: string,
  { end, note }: { end: RawBuilder<unknown>; note: string | null },
): Promise<boolean> {
  const { rows } = await sql`select from auth.users join profiles using (id)
    where id = ${id} and ${end} and suspension_note is not distinct from ${note} for no key update of users`.execute(
    transaction,
  );
  if (rows.length > 0) noteNoChange();
  return rows.length > 0;
}

/**
 * The team's actions on an account: support on members, admins on everyone.
 * Every method throws AppError 401, 403, and 404 if there is no such account.
 */
export function createAccountCare(parts: Parts) {
  const { db, links, rateLimits, publicUrl, removeAccount, assertRecent } = parts;
  async function find(viewer: Viewer, id: string) {
    requireSite(viewer, 'see-members');
    const row = await db
      .selectFrom('profiles')
      .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
      .select([
        'profiles.id',
        'profiles.email',
        'profiles.role',
        'email_confirmed_at',
        'invited_at',
        'confirmation_sent_at',
        'banned_until',
      ])
      .where('profiles.id', '=', id)
      .where('is_anonymous', '=', false)
      .executeTakeFirst();
    if (!row) throw new AppError('not_found', common.user_not_found());
    return row;
  }
  type Person = Awaited<ReturnType<typeof find>>;
  /** Admins cannot suspend or delete themselves here, to avoid locking themselves out. */
  function assertAnother(viewer: Viewer, { id }: Person) {
    if (viewer.kind !== 'visitor' && viewer.userId === id)
      throw new AppError('conflict', m.refused_own_account());
  }

  return {
    /**
     * Ends every session and locks the account until `until`, or until the suspension is lifted. `note` is for the team.
     * @throws AppError 409 for one's own account and for the last admin; 422 if `until` is in the past
     */
    async suspend(viewer: Viewer, id: string, { until, note }: { until: string | null; note: string }) {
      const person = await find(viewer, id);
      const proof = grant(viewer, 'person', 'suspend', person);
      assertAnother(viewer, person);
      if (until && new Date(until) <= new Date())
        throw new AppError('validation_failed', m.refused_past_time());
      await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          await assertNotLastAdmin(transaction, proof.id);
          const end = until === null ? isEndless : sql`banned_until = ${until}::timestamptz`;
          if (await isSuspended(transaction, proof.id, { end, note: note || null })) return;
          await transaction
            .updateTable('auth.users')
            .set({ banned_until: until ?? noEnd, updated_at: sql`now()` })
            .where('id', '=', proof.id)
            .execute();
          await transaction
            .updateTable('profiles')
            .set({ suspension_note: note || null })
            .where('id', '=', proof.id)
            .execute();
          await transaction.deleteFrom('auth.sessions').where('user_id', '=', proof.id).execute();
        });
    },

    async liftSuspension(viewer: Viewer, id: string) {
      const proof = grant(viewer, 'person', 'suspend', await find(viewer, id));
      await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          if (await isSuspended(transaction, proof.id, { end: sql`banned_until is null`, note: null }))
            return;
          await transaction
            .updateTable('auth.users')
            .set({ banned_until: null, updated_at: sql`now()` })
            .where('id', '=', proof.id)
            .execute();
          await transaction
            .updateTable('profiles')
            .set({ suspension_note: null })
            .where('id', '=', proof.id)
            .execute();
        });
    },

    async signOutEverywhere(viewer: Viewer, id: string) {
      const proof = grant(viewer, 'person', 'sign-out', await find(viewer, id));
      const { numDeletedRows } = await writable(db, proof)
        .deleteFrom('auth.sessions')
        .where('user_id', '=', proof.id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) noteNoChange();
    },

    /** @throws AppError 403 without a recent proof; 409 for one's own account, whose second factor is needed to turn it off */
    async turnOffTwoFactor(viewer: Viewer, id: string) {
      const person = await find(viewer, id);
      const proof = grant(viewer, 'person', 'turn-off-two-factor', person);
      assertAnother(viewer, person);
      await assertRecent(viewer);
      await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          if (!(await turnOffTwoFactor(transaction, proof.id))) return noteNoChange();
          await links.sendPlain(transaction, person.email, (site) => twoFactorOffEmail(person.email, site));
        });
    },

    /**
     * Sends the email that confirms the address again, or one to choose a new password.
     * @throws AppError 409 if the address is confirmed already, or the account suspended; 429
     */
    async sendEmail(viewer: Viewer, id: string, kind: 'confirmation' | 'reset') {
      const person = await find(viewer, id);
      const proof = grant(viewer, 'person', 'send-email', person);
      if (kind === 'confirmation' && person.email_confirmed_at)
        throw new AppError('conflict', m.refused_is_confirmed());
      if (person.banned_until && person.banned_until > new Date())
        throw new AppError('conflict', m.refused_is_suspended());
      await rateLimits.require('email-by-team', person.id);
      const isInvited = person.invited_at !== null && person.confirmation_sent_at === null;
      const purpose = kind === 'reset' ? 'recovery' : isInvited ? 'invite' : 'signup';
      const redirectTo = `${publicUrl}/${purpose === 'signup' ? 'signin' : 'reset-password'}`;
      await writable(db, proof)
        .transaction()
        .execute((transaction) => links.send(transaction, { userId: proof.id, purpose, redirectTo }));
    },

    /**
     * Deletes an account, as its owner can, and tells them by email: unlike them, nobody has been asked. `email` must be the account's
     * address, typed to confirm.
     * @throws AppError 409 for another address, for one's own account, for the last admin, and while a payment is being processed; 502
     */
    async remove(viewer: Viewer, id: string, email: string) {
      const person = await find(viewer, id);
      const proof = grant(viewer, 'person', 'remove', person);
      assertAnother(viewer, person);
      if (email.trim().toLowerCase() !== person.email.toLowerCase())
        throw new AppError('conflict', m.refused_other_address());
      await removeAccount(writable(db, proof), proof.id, async (transaction) => {
        if (person.email_confirmed_at)
          await links.sendPlain(transaction, person.email, (site) => accountDeletedEmail(person.email, site));
      });
    },

    /** @throws AppError 403 without a recent proof, unless a role is taken away; 409 for the last admin */
    async assignRole(viewer: Viewer, id: string, role: Role) {
      const proof = grant(viewer, 'person', 'assign-role', await find(viewer, id));
      if (role !== 'member') await assertRecent(viewer);
      await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          if (await hasValues(transaction, { table: 'profiles', id: proof.id }, { role })) return;
          if (role !== 'admin') await assertNotLastAdmin(transaction, proof.id);
          await transaction.updateTable('profiles').set({ role }).where('id', '=', proof.id).execute();
        });
    },
  };
}
