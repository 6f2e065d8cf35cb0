import { sql } from 'kysely';
import { buildAdmin, buildMember, buildPlaybook, buildTier } from '../harness/build.ts';
import { createTestSite } from '../harness/site.ts';
import { secretKey, startStripeStandIn, webhookSecret } from './stand-in.ts';

/** A site with its own Stripe stand-in, two paid plans and a playbook for sale. */
export async function createBillingSite(environment: Record<string, string> = {}) {
  const stripe = await startStripeStandIn();
  const site = await createTestSite({ environment: { STRIPE_API_BASE: stripe.url, ...environment } });
  const admin = await buildAdmin(site);
  const keys = { stripe_secret_key: secretKey, stripe_webhook_secret: webhookSecret };
  await site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body: keys });
  const webhook = `${site.url}/functions/v1/stripe-webhook`;
  stripe.deliverTo(webhook);
  const free = await buildTier(site, { name: 'Free', price: 0, access_level: 0 });
  const pro = await buildTier(site, { name: 'Pro', price: 1200, access_level: 1, trial_days: 0 });
  const studio = await buildTier(site, { name: 'Studio', price: 2900, access_level: 2, trial_days: 14 });
  const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 1900 });

  /** A member with a paid subscription. */
  async function subscriber(
    tier: { access_level: number; id: string },
    interval: 'month' | 'year' = 'month',
  ) {
    const member = await buildMember(site);
    const body = { type: 'subscription', tierId: tier.access_level, tier: tier.id, interval };
    const { body: answer } = await site.api('POST', '/functions/v1/create-checkout-session', {
      token: member.token,
      body,
    });
    await stripe.scenarios.pay(answer.url.split('/pay/')[1]);
    const row = await site.db
      .selectFrom('subscriptions')
      .select('id')
      .where('user_id', '=', member.id)
      .executeTakeFirst();
    return { ...member, subscriptionId: row?.id ?? '' };
  }

  return {
    site,
    stripe,
    subscriber,
    webhook,
    admin,
    free,
    pro,
    studio,
    playbook,

    checkout: (token: string, body: unknown) =>
      site.api('POST', '/functions/v1/create-checkout-session', { token, body }),

    /** The session id in the stand-in's checkout URL. */
    sessionOf: (url: string) => url.split('/pay/')[1] ?? '',

    /** A member on Pro who upgraded to Studio mid-period. @returns also the amount charged for the change, in cents */
    async upgraded(interval: 'month' | 'year' = 'month') {
      const member = await subscriber(pro);
      const { token, subscriptionId } = member;
      for (const item of stripe.fixture.subscriptions.get(subscriptionId)?.items.data ?? [])
        item.current_period_start -= 15 * 86_400;
      const path = '/api/v1/subscription/change';
      const { body } = await site.api('GET', `${path}?tier=${studio.id}&interval=${interval}`, { token });
      const { proration_date, amount_due } = body;
      const change = { tier: studio.id, interval, proration_date, amount_due };
      await site.api('POST', path, { token, body: change });
      const [charge = ''] = [...stripe.fixture.charges.keys()].slice(-1);
      return { ...member, amount: amount_due as number, charge };
    },

    /** A member on Pro, paid by bank debit, whose debit for a change to Studio is on its way. */
    async switchingByDebit() {
      const member = await buildMember(site);
      const { body } = await site.api('POST', '/functions/v1/create-checkout-session', {
        token: member.token,
        body: { type: 'subscription', tierId: pro.access_level },
      });
      const sessionId = body.url.split('/pay/')[1];
      await stripe.scenarios.pay(sessionId, { isDebit: true });
      await stripe.scenarios.concludeDebit(sessionId, { isPaid: true });
      const path = '/api/v1/subscription/change';
      const { body: offer } = await site.api('GET', `${path}?tier=${studio.id}&interval=month`, member);
      const { proration_date, amount_due } = offer;
      const change = { tier: studio.id, interval: 'month', proration_date, amount_due };
      await site.api('POST', path, { token: member.token, body: change });
      const subscription = stripe.fixture.subscriptions.get(
        stripe.fixture.sessions.get(sessionId)?.subscription ?? '',
      );
      if (!subscription?.latest_invoice) throw new Error('no subscription');
      return { ...member, subscription, invoiceId: subscription.latest_invoice };
    },

    /** The name of the tier that access checks use; undefined without one. */
    async tierOf(userId: string): Promise<string | undefined> {
      const { rows } = await sql<{ name: string }>`select tiers.name from profiles
        join tiers on tiers.id = current_tier_id(profiles) where profiles.id = ${userId}`.execute(site.db);
      return rows[0]?.name;
    },

    plan: async (token: string) => (await site.api('GET', '/api/v1/subscription', { token })).body,

    async stop() {
      await site.stop();
      await stripe.stop();
    },
  };
}

export type BillingSite = Awaited<ReturnType<typeof createBillingSite>>;
