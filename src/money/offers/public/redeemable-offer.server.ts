import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Vault } from '#platform/secret.server.ts';
import { minAmountOf } from '#platform/text/currencies.ts';
import { mailboxOf } from '#platform/text/mailbox.ts';
import { formatDay, formatMoney } from '#ui/format.ts';
import { priceProblem } from '#ui/forms/price-problems.ts';
import * as m from '../words/messages.ts';

export type Offer = NonNullable<Awaited<ReturnType<typeof readOffer>>>;
const readOffer = (db: Database, code: string) =>
  db.selectFrom('offers').selectAll().where('code', '=', code).executeTakeFirst();

/**
 * The offer of a code that members can redeem now.
 * @throws AppError 404 for an unknown code; 409 if it is paused, has ended, or takes off an amount in another currency
 */
export async function findOffer(db: Database, code: string, currency: string): Promise<Offer> {
  const offer = await readOffer(db, code.trim().toUpperCase());
  if (!offer) throw new AppError('not_found', m.refused_unknown_code());
  if (!offer.is_active) throw new AppError('conflict', m.refused_not_active());
  if (offer.ends_at && offer.ends_at <= new Date())
    throw new AppError('conflict', m.refused_ended({ day: formatDay(offer.ends_at.toISOString()) }));
  if (offer.currency && offer.currency !== currency) throw new AppError('conflict', m.refused_not_active());
  return offer;
}

export const appliesToPlan = ({ applies_to, tier_ids }: Offer, tierId: string) =>
  applies_to === 'chosen' ? tier_ids.includes(tierId) : applies_to !== 'playbooks';
export const appliesToPlaybook = ({ applies_to, playbook_ids }: Offer, playbookId: string) =>
  applies_to === 'chosen' ? playbook_ids.includes(playbookId) : applies_to !== 'plans';

/**
 * The purchase for which a member wants to redeem an offer. Their open checkout for the same thing is replaced or
 * resumed, so it doesn't count.
 */
type Redemption = {
  /** Undefined for a visitor, whose redemptions can't be known. */
  userId: string | undefined;
  mode: string;
  kind: 'playbook' | 'subscription';
  playbookId: string | null;
};

export type Redemptions = ReturnType<typeof createRedemptions>;

/**
 * Counts redemptions of offers. After a member deletes their account, their redemptions still count for their email address, which is kept
 * as a keyed hash.
 */
export function createRedemptions(vault: Vault) {
  /** Null if the account was deleted. */
  async function memberHash(db: Database, userId: string): Promise<Buffer | null> {
    const profile = await db
      .selectFrom('profiles')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirst();
    return profile ? vault.fingerprint(`offer email ${mailboxOf(profile.email)}`) : null;
  }

  /**
   * Checks whether another redemption is left, both overall and for this member. Open checkouts count as redemptions; a member can hold one
   * of a limited offer.
   * @throws AppError 409
   */
  async function assertRedeemable(
    db: Database,
    offer: Offer,
    { userId, mode, kind, playbookId }: Redemption,
  ): Promise<void> {
    const isOwn = userId
      ? sql<boolean>`(user_id = ${userId} or member_hash = ${await memberHash(db, userId)})`
      : sql<boolean>`false`;
    const { rows } = await sql<{ all: number; own: number; held: number }>`
      select count(*)::int as all, count(*) filter (where is_own)::int as own,
        count(*) filter (where is_own and status = 'open')::int as held
      from checkouts, lateral (select coalesce(${isOwn}, false) as is_own) member
      where offer_id = ${offer.id} and mode = ${mode} and status <> 'expired'
        and (session_id is not null or expires_at > now())
        and not (status = 'open' and is_own and kind = ${kind} and playbook_id is not distinct from ${playbookId})`.execute(
      db,
    );
    const { all, own, held } = rows[0] ?? { all: 0, own: 0, held: 0 };
    if (offer.max_per_member !== null && own >= offer.max_per_member)
      throw new AppError('conflict', m.refused_already_used());
    if (offer.max_redemptions === null) return;
    if (held > 0) throw new AppError('conflict', m.refused_held_already());
    if (all >= offer.max_redemptions) throw new AppError('conflict', m.refused_used_up());
  }

  return {
    assertRedeemable,

    /**
     * Reserves a redemption for the checkout that the same transaction inserts: concurrent calls wait here, so that the limit holds.
     * @throws AppError 409
     */
    async hold(transaction: Database, offerId: string, redemption: Redemption): Promise<void> {
      const offer = await transaction
        .selectFrom('offers')
        .selectAll()
        .where('id', '=', offerId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await assertRedeemable(transaction, offer, redemption);
    },

    /** Before an account is deleted: ties its redemptions to its address. */
    async keepWithout(db: OperatorWriter<'payments'>, userId: string): Promise<void> {
      await db
        .updateTable('checkouts')
        .set({ member_hash: await memberHash(db, userId) })
        .where('user_id', '=', userId)
        .where('offer_id', 'is not', null)
        .execute();
    },
  };
}

/** Why the amount left after a code can't be charged; undefined if it can. Zero needs no card. */
function reductionProblem(amount: number, discount: number, currency: string): string | undefined {
  const due = amount - discount;
  const min = minAmountOf(currency);
  if (discount === 0) return m.problem_no_effect();
  if (due > 0 && due < min) return m.problem_too_little({ min: formatMoney(min, currency) });
  return priceProblem(due, currency) && m.problem_not_payable();
}

export const isPayable = (amount: number, discount: number, currency: string) =>
  reductionProblem(amount, discount, currency) === undefined;

/** @throws AppError 409 */
export function assertPayable(amount: number, discount: number, currency: string): void {
  const problem = reductionProblem(amount, discount, currency);
  if (problem) throw new AppError('conflict', m.refused_cannot_be_used({ problem }));
}
