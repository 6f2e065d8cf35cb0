import { createBillingService } from '#money/billing/billing.service.server.ts';
import { createGiftReminders } from '#money/gifts/gift-reminders.server.ts';
import { createGiftsService } from '#money/gifts/gifts.service.server.ts';
import { createGiftsAdminService } from '#money/gifts/gifts-admin.service.server.ts';
import { createOffersAdminService } from '#money/offers/offers-admin.service.server.ts';
import { createRedemptions } from '#money/offers/public/redeemable-offer.server.ts';
import { createQuoteService } from '#money/offers/quote.service.server.ts';
import { createTiersService } from '#money/tiers/tiers.service.server.ts';
import { createTiersAdminService } from '#money/tiers/tiers-admin.service.server.ts';
import type { Basis } from './basis.server.ts';
import type { CatalogServices } from './catalog-services.server.ts';
import type { ServiceParts } from './service-parts.ts';

/** Plans, payments, offers and gifts. */
export function createMoneyServices(parts: ServiceParts, basis: Basis, { prompts }: CatalogServices) {
  const { db, publicUrl } = parts;
  const { ledger, vault, rateLimits, mailer, emailPreferences, emailBranding } = basis;
  const billing = createBillingService({
    db: ledger,
    jobs: parts.jobs,
    vault,
    publicUrl,
    rateLimits,
    copyAllowance: prompts.copyAllowance,
    mailer,
    emailPreferences,
    emailBranding,
    isSandboxAllowed: parts.isSandboxAllowed,
    apiBase: parts.stripeApiBase,
    deliver: parts.deliverEvent,
  });
  const { assertSubscribesAnew, prepareRecompute, prepareWithdrawal, salesModes } = billing;
  const selling = async () => {
    const { provider, selling: terms } = await billing.payments.resolve();
    return { mode: provider?.mode, currency: terms.currency };
  };
  const giftParts = { db: ledger, mailer, emailBranding, prepareRecompute };
  return {
    billing,
    giftReminders: createGiftReminders({ ...giftParts, emailPreferences }),
    gifts: createGiftsService({ ...giftParts, rateLimits, salesModes }),
    giftsAdmin: createGiftsAdminService({ ...giftParts, publicUrl }),
    offersAdmin: createOffersAdminService({ db, selling }),
    quotes: createQuoteService({
      db,
      rateLimits,
      redemptions: createRedemptions(vault),
      selling,
      assertSubscribesAnew,
    }),
    selling,
    tiers: createTiersService(db),
    tiersAdmin: createTiersAdminService({ db: ledger, salesModes, prepareWithdrawal }),
  };
}

export type MoneyServices = ReturnType<typeof createMoneyServices>;
