import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { writable } from '#access/writable.server.ts';
import { type BillingInterval, checkoutMinutes } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { PaymentMode } from '../payment-provider.ts';
import type { Payer } from '../prices.server.ts';
import * as m from '../words/messages.ts';
import type { PurchaseIntent } from './purchase-intents.server.ts';

/** A member who is about to pay. */
export type Buyer = Grant<'account', 'buy'>;

/** A claim older than this belongs to a killed process. */
const claimSeconds = 20;
/** How often a call checks whether another one is done, and how long it waits in between. */
export const looks = 320;
export const lookMilliseconds = 25;

type Wanted = { kind: 'subscription' } | { kind: 'playbook'; playbook_id: string };
export type OpenCheckout = NonNullable<Awaited<ReturnType<typeof findOpenCheckout>>>;

/**
 * The member's unfinished checkout for this purchase. Its row is inserted before the provider creates a page, and a unique index allows
 * only one. So the row is the claim of the call that opens the page: other calls, in any process, wait for it.
 */
export function findOpenCheckout(db: Database, userId: string, mode: PaymentMode, intent: Wanted) {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .select(sql<boolean>`created_at < now() - make_interval(secs => ${claimSeconds})`.as('is_abandoned'))
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', 'in', ['open', 'processing'])
    .where('kind', '=', intent.kind)
    .$if(intent.kind === 'playbook', (query) =>
      query.where('playbook_id', '=', intent.kind === 'playbook' ? intent.playbook_id : null),
    )
    .executeTakeFirst();
}

/** Whether an open checkout is for the same purchase at the same price. */
export const isFor = (open: OpenCheckout, intent: PurchaseIntent) =>
  open.amount === intent.amount &&
  open.currency === intent.currency &&
  open.offer_id === (intent.reduction?.offer.id ?? null) &&
  open.discount === (intent.reduction?.discount ?? 0) &&
  (intent.kind === 'playbook' ||
    (open.tier_id === intent.tier.id &&
      open.interval === intent.interval &&
      open.trial_days === intent.trial_days));

/** @returns undefined if another call was faster. */
export const insertCheckout = (
  transaction: Database,
  proof: Buyer,
  mode: PaymentMode,
  intent: PurchaseIntent,
) =>
  writable(transaction, proof)
    .insertInto('checkouts')
    .values({
      mode,
      user_id: proof.viewer.userId,
      kind: intent.kind,
      amount: intent.amount,
      currency: intent.currency,
      offer_id: intent.reduction?.offer.id ?? null,
      discount: intent.reduction?.discount ?? 0,
      expires_at: sql<string>`now() + make_interval(mins => ${checkoutMinutes})`,
      ...(intent.kind === 'playbook'
        ? { playbook_id: intent.playbook_id }
        : { tier_id: intent.tier.id, interval: intent.interval, trial_days: intent.trial_days }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'expires_at'])
    .executeTakeFirst();

/** Stores the claim's page URL. @returns false if the claim has been released; then the page must not be used. */
export async function keepPage(
  db: Database,
  proof: Buyer,
  checkoutId: string,
  session: { id: string; url: string },
): Promise<boolean> {
  const kept = await writable(db, proof)
    .updateTable('checkouts')
    .set({ session_id: session.id, url: session.url })
    .where('id', '=', checkoutId)
    .where('user_id', '=', proof.viewer.userId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** Gives up a claim that has no page yet; a page would have to be closed at the provider first. */
export const giveUpClaim = (db: Database, proof: Payer, checkoutId: string) =>
  writable(db, proof)
    .updateTable('checkouts')
    .set({ status: 'expired' })
    .where('id', '=', checkoutId)
    .where('status', '=', 'open')
    .where('session_id', 'is', null)
    .execute();

/** Closes a checkout whose page is already closed at the provider. */
export const closeCheckout = (db: Database, proof: Buyer, checkoutId: string) =>
  writable(db, proof)
    .updateTable('checkouts')
    .set({ status: 'expired' })
    .where('id', '=', checkoutId)
    .where('status', '=', 'open')
    .execute();

/**
 * Changes a member's plan while no other call does, so that the later of two tabs sees the price that the earlier one has left. The claim
 * is a checkout without a page; one with a page is closed first.
 * @throws AppError 409
 */
export async function changeAlone<Result>(
  db: Database,
  proof: Grant<'account', 'change-plan'>,
  {
    mode,
    interval,
    closePage,
  }: { mode: PaymentMode; interval: BillingInterval; closePage: (sessionId: string) => Promise<void> },
  change: () => Promise<Result>,
): Promise<Result> {
  const { userId } = proof.viewer;
  let closed: string | undefined;
  for (let look = 0; look < looks; look += 1) {
    const open = await findOpenCheckout(db, userId, mode, { kind: 'subscription' });
    // A payment that takes days, or a page that the provider doesn't know, can't be closed, but doesn't change the plan either.
    if (open?.session_id && open.id === closed) return change();
    if (open?.session_id) {
      await closePage(open.session_id);
      closed = open.id;
      continue;
    }
    if (open?.is_abandoned) await giveUpClaim(db, proof, open.id);
    const claim = await writable(db, proof)
      .insertInto('checkouts')
      .values({
        mode,
        user_id: userId,
        kind: 'subscription',
        interval,
        amount: 1,
        expires_at: sql<string>`now() + make_interval(secs => ${claimSeconds})`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (claim) return change().finally(() => giveUpClaim(db, proof, claim.id));
    await delay(lookMilliseconds);
  }
  throw new AppError('conflict', m.refused_change_running());
}
