import type { Database } from '#access/database.ts';
import { grant } from '#access/decide.ts';
import { hasBought } from '#access/predicate.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { billingIntervals } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import { periodPrice } from '#platform/text/money.ts';
import * as common from '#ui/words/messages.ts';
import type { OfferQuote, QuoteRequest } from './offers.contract.ts';
import { discountOn } from './public/discount.ts';
import {
  appliesToPlan,
  appliesToPlaybook,
  assertPayable,
  findOffer,
  isPayable,
  type Offer,
  type Redemptions,
} from './public/redeemable-offer.server.ts';
import * as m from './words/messages.ts';

/** The mode of the site's payment keys, if it has any, and its currency. */
export type Selling = { mode: string | undefined; currency: string };
type Parts = {
  db: Database;
  rateLimits: RateLimits;
  redemptions: Redemptions;
  selling: () => Promise<Selling>;
  /** @throws AppError 409 for a member with a subscription, whose plan a code can't be for */
  assertSubscribesAnew: (userId: string) => Promise<void>;
};

/** Shows the value of a code before anything is paid. */
export function createQuoteService({ db, rateLimits, redemptions, selling, assertSubscribesAnew }: Parts) {
  async function planPrices(offer: Offer, currency: string): Promise<OfferQuote['plans']> {
    const tiers = await db.selectFrom('tiers').select(['id', 'price']).where('price', '>', 0).execute();
    return tiers
      .filter(({ id }) => appliesToPlan(offer, id))
      .flatMap(({ id, price }) =>
        billingIntervals.map((interval) => {
          const amount = periodPrice(price, interval, currency);
          return { tier_id: id, interval, amount, due: amount - discountOn(amount, offer, currency) };
        }),
      )
      .filter(({ amount, due }) => isPayable(amount, amount - due, currency));
  }

  /** @throws AppError 401, 404, 409 */
  async function playbookPrice(
    viewer: Viewer,
    offer: Offer,
    id: string,
    currency: string,
  ): Promise<OfferQuote['playbook']> {
    if (viewer.kind === 'visitor') throw new AppError('not_signed_in', 'Please sign in first.');
    const row = await db
      .selectFrom('playbooks')
      .select(['id', 'price', 'status', 'tier_access'])
      .select(hasBought(viewer).as('is_purchased'))
      .where('id', '=', id)
      .executeTakeFirst();
    const known = grant(viewer, 'playbook', 'open', row);
    if (!row) throw new AppError('not_found', common.playbook_not_found());
    if (!appliesToPlaybook(offer, known.id)) throw new AppError('conflict', m.refused_not_for_playbook());
    const discount = discountOn(row.price, offer, currency);
    assertPayable(row.price, discount, currency);
    return { amount: row.price, due: row.price - discount };
  }

  return {
    /**
     * @param asker who looks up codes: a member's id, or a visitor's address
     * @throws AppError 401, 404, 409 if the code can't be redeemed, 429
     */
    async quote(viewer: Viewer, { code, playbook: id }: QuoteRequest, asker: string): Promise<OfferQuote> {
      await rateLimits.require('code', asker);
      const { mode, currency } = await selling();
      const offer = await findOffer(db, code, currency);
      const playbook = id === undefined ? null : await playbookPrice(viewer, offer, id, currency);
      const plans = id === undefined ? await planPrices(offer, currency) : [];
      if (!playbook && plans.length === 0) throw new AppError('conflict', m.refused_not_for_plans());
      if (!playbook && viewer.kind !== 'visitor') await assertSubscribesAnew(viewer.userId);
      if (mode)
        await redemptions.assertRedeemable(db, offer, {
          userId: viewer.kind === 'visitor' ? undefined : viewer.userId,
          mode,
          kind: playbook ? 'playbook' : 'subscription',
          playbookId: id ?? null,
        });
      const { percent_off, amount_off, duration, duration_months } = offer;
      const terms = { code: offer.code, percent_off, amount_off, duration, duration_months };
      return { ...terms, currency, ends_at: isoOrNull(offer.ends_at), plans, playbook };
    },
  };
}
