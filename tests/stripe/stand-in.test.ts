import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveSecretKey, secretKey, startStripeStandIn } from './stand-in.ts';

let standIn: Awaited<ReturnType<typeof startStripeStandIn>>;
let stripe: Stripe;
beforeAll(async () => {
  standIn = await startStripeStandIn();
  stripe = connect(secretKey);
});
afterAll(() => standIn.stop());

function connect(key: string) {
  const { hostname, port } = new URL(standIn.url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}

/** The status, code and message of a refusal; fails if there is none. */
async function refusalOf(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      return { status: error.statusCode, code: error.code, param: error.param, message: error.message };
    throw error;
  }
  throw new Error('It was not refused');
}

async function createPrice(
  amount = 1_200,
  { interval = 'month' as 'month' | 'year', currency = 'usd' } = {},
) {
  const product = await stripe.products.create({ name: 'Pro' });
  return stripe.prices.create({
    product: product.id,
    currency,
    unit_amount: amount,
    recurring: { interval },
  });
}

async function checkout(
  price: string,
  { customer, trialDays }: { customer?: string; trialDays?: number } = {},
) {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer ?? (await stripe.customers.create({ email: 'a@example.com' })).id,
    success_url: 'https://example.com/done',
    line_items: [{ price, quantity: 1 }],
    ...(trialDays ? { subscription_data: { trial_period_days: trialDays } } : {}),
  });
}

/** A paid subscription, as stored in the stand-in. */
async function subscribe(price: string, options: Parameters<typeof checkout>[1] = {}) {
  const session = await checkout(price, options);
  await standIn.scenarios.pay(session.id);
  const id = standIn.fixture.sessions.get(session.id)?.subscription ?? '';
  const subscription = standIn.fixture.subscriptions.get(id);
  const item = subscription?.items.data[0];
  if (!subscription || !item) throw new Error('no subscription');
  return { ...subscription, item: item.id, state: subscription };
}

describe('parameters', () => {
  test('that Stripe does not know, that are missing or of the wrong form are refused by name', async () => {
    const product = (await stripe.products.create({ name: 'Pro' })).id;
    const price = { product, currency: 'usd', unit_amount: 500, recurring: { interval: 'month' as const } };
    const create = (values: object) => refusalOf(stripe.prices.create({ ...price, ...values }));
    expect(await create({ amount: 1 })).toMatchObject({
      status: 400,
      code: 'parameter_unknown',
      message: 'Received unknown parameter: amount',
    });
    expect(await create({ recurring: { interval: 'month', every: 1 } })).toMatchObject({
      param: 'recurring[every]',
      code: 'parameter_unknown',
    });
    expect(await create({ currency: undefined })).toMatchObject({
      code: 'parameter_missing',
      message: 'Missing required param: currency.',
    });
    expect(await create({ unit_amount: 4.5 })).toMatchObject({
      code: 'parameter_invalid_integer',
      message: 'Invalid integer: 4.5',
    });
    expect(await create({ currency: 'usx' })).toMatchObject({ param: 'currency' });
    expect(await create({ unit_amount: 100_000_000 })).toMatchObject({ code: 'amount_too_large' });
    expect(await create({ product: 'prod_none' })).toMatchObject({ status: 400, code: 'resource_missing' });
    const missing = (param: string) => ({ status: 400, code: 'resource_missing', param });
    expect(await refusalOf(checkout('price_none'))).toMatchObject(missing('line_items[0][price]'));
    expect(await refusalOf(checkout('price_none', { customer: 'cus_none' }))).toMatchObject(
      missing('customer'),
    );
    expect(await refusalOf(stripe.subscriptions.retrieve('sub_none'))).toMatchObject({ status: 404 });
    expect(await refusalOf(stripe.balance.retrieve())).toMatchObject({ status: 404, code: 'url_invalid' });
  });

  test('that exclude each other are refused', async () => {
    const price = await createPrice();
    const { id } = await subscribe(price.id);
    const both = { cancel_at: Math.floor(Date.now() / 1_000) + 9_000, cancel_at_period_end: true };
    expect(await refusalOf(stripe.subscriptions.update(id, both))).toMatchObject({
      message: 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
    });
    const session = {
      mode: 'payment' as const,
      customer: (await stripe.customers.create()).id,
      success_url: 'https://example.com',
      line_items: [{ price: price.id, quantity: 1 }],
    };
    expect(await refusalOf(stripe.checkout.sessions.create(session))).toMatchObject({
      param: 'line_items[0]',
    });
    const oneTime = { currency: 'usd', unit_amount: 49, product_data: { name: 'Book' } };
    const tooSmall = { ...session, line_items: [{ price_data: oneTime, quantity: 1 }] };
    expect(await refusalOf(stripe.checkout.sessions.create(tooSmall))).toMatchObject({
      code: 'amount_too_small',
    });
  });

  test('of a repeated idempotency key have to be the same', async () => {
    const options = { idempotencyKey: 'once' };
    const first = await stripe.customers.create({ email: 'a@example.com' }, options);
    expect((await stripe.customers.create({ email: 'a@example.com' }, options)).id).toBe(first.id);
    const other = stripe.customers.create({ email: 'b@example.com' }, options);
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });
});

test('keys: unknown, expired, publishable, restricted, and of the other mode', async () => {
  standIn.setKey('sk_test_expired_key', { isLive: false, isExpired: true });
  standIn.setKey('rk_test_prices_only', { isLive: false, permissions: ['GET /v1/prices'] });
  const price = await createPrice();
  const read = (key: string) => refusalOf(connect(key).prices.retrieve(price.id));
  expect(await read('sk_test_wrong')).toMatchObject({ status: 401 });
  expect(await read('sk_test_expired_key')).toMatchObject({ status: 401, code: 'api_key_expired' });
  expect(await read('pk_test_standin')).toMatchObject({ status: 403, code: 'secret_key_required' });
  expect(await read(liveSecretKey)).toMatchObject({
    status: 404,
    message: `No such price: '${price.id}'; a similar object exists in test mode, but a live mode key was used to make this request.`,
  });
  const restricted = connect('rk_test_prices_only');
  expect((await restricted.prices.retrieve(price.id)).livemode).toBe(false);
  expect(await refusalOf(restricted.customers.create())).toMatchObject({ status: 403 });
  expect((await connect(liveSecretKey).customers.create()).livemode).toBe(true);
});

describe('prices', () => {
  test('keep their currency, and a customer keeps to one', async () => {
    const [dollars, euros] = [await createPrice(), await createPrice(1_200, { currency: 'eur' })];
    const subscription = await subscribe(dollars.id);
    expect(euros.currency).toBe('eur');
    const mixed = await refusalOf(checkout(euros.id, { customer: subscription.customer }));
    expect(mixed.message).toContain('You cannot combine currencies on a single customer.');
    const change = { items: [{ id: subscription.item, price: euros.id }] };
    expect((await refusalOf(stripe.subscriptions.update(subscription.id, change))).message).toContain(
      'The price specified only supports `eur`',
    );
  });

  test('that were archived are not sold', async () => {
    const [price, other] = [await createPrice(), await createPrice(900)];
    const subscription = await subscribe(other.id);
    await stripe.prices.update(price.id, { active: false });
    const message = 'The price specified is inactive. This field only accepts active prices.';
    expect((await refusalOf(checkout(price.id))).message).toBe(message);
    const change = { items: [{ id: subscription.item, price: price.id }] };
    expect((await refusalOf(stripe.subscriptions.update(subscription.id, change))).message).toBe(message);
  });

  test('are charged by the month or the year', async () => {
    const [monthly, yearly] = [await createPrice(), await createPrice(11_520, { interval: 'year' })];
    const days = async (price: string) => {
      const { items } = await subscribe(price);
      const [item] = items.data;
      return Math.round(((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 86_400);
    };
    expect(await days(monthly.id)).toBeLessThanOrEqual(31);
    expect(await days(yearly.id)).toBeGreaterThanOrEqual(365);
  });
});

describe('a change of a subscription', () => {
  async function prepared() {
    const [small, large] = [await createPrice(1_200), await createPrice(2_900)];
    const subscription = await subscribe(small.id);
    const change = (values: Stripe.SubscriptionUpdateParams) =>
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: subscription.item, price: large.id }],
        proration_behavior: 'always_invoice',
        ...values,
      });
    const priceNow = () => subscription.state.items.data[0]?.price.id;
    return { subscription, change, small, large, priceNow };
  }

  test('is prorated as of its date, which has to be in the current period', async () => {
    const { subscription, change } = await prepared();
    const start = subscription.items.data[0]?.current_period_start ?? 0;
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    for (const proration_date of [start - 1, end + 1])
      expect(await refusalOf(change({ proration_date }))).toMatchObject({ param: 'proration_date' });
    await standIn.scenarios.advance({ days: 1 });
    const { latest_invoice } = await change({ proration_date: start });
    expect(standIn.fixture.invoices.get(String(latest_invoice))?.amount_due).toBe(1_700);
  });

  test('that the card refuses: refused, pending, or made and overdue, as payment_behavior says', async () => {
    for (const behavior of ['declined', 'authenticate'] as const) {
      const { subscription, change, small, large, priceNow } = await prepared();
      standIn.scenarios.setCard(subscription.customer, behavior);
      expect((await refusalOf(change({ payment_behavior: 'error_if_incomplete' }))).status).toBe(402);
      expect([priceNow(), subscription.state.pending_update]).toEqual([small.id, null]);

      const pending = await change({ payment_behavior: 'pending_if_incomplete' });
      expect([priceNow(), pending.status]).toEqual([small.id, 'active']);
      expect(pending.pending_update?.subscription_items?.[0]?.price.id).toBe(large.id);
      const payments = await stripe.invoicePayments.list({
        invoice: String(pending.latest_invoice),
        expand: ['data.payment.payment_intent'],
      });
      const intent = payments.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
      expect(intent.status).toBe(behavior === 'declined' ? 'requires_payment_method' : 'requires_action');

      expect((await change({})).status).toBe('past_due');
      expect(priceNow()).toBe(large.id);
    }
  });

  test('that is pending is made when it is paid, and forgotten after 23 hours or with its invoice', async () => {
    const { subscription, change, small, large, priceNow } = await prepared();
    const { scenarios } = standIn;
    scenarios.setCard(subscription.customer, 'authenticate');
    const ask = async () =>
      String((await change({ payment_behavior: 'pending_if_incomplete' })).latest_invoice);
    const statusOf = (invoice: string) => standIn.fixture.invoices.get(invoice)?.status;
    const expired = await ask();
    await scenarios.advance({ hours: 23 });
    expect([subscription.state.pending_update, priceNow(), statusOf(expired)]).toEqual([
      null,
      small.id,
      'void',
    ]);
    const voided = await ask();
    await stripe.invoices.voidInvoice(voided);
    expect([subscription.state.pending_update, statusOf(voided)]).toEqual([null, 'void']);
    const refused = await ask();
    await scenarios.failAuthentication(refused);
    expect(priceNow()).toBe(small.id);
    await scenarios.payInvoice(refused);
    expect([subscription.state.pending_update, priceNow()]).toEqual([null, large.id]);
  });

  test('can be pending only in what Stripe keeps pending', async () => {
    const { change } = await prepared();
    const { message } = await refusalOf(change({ payment_behavior: 'pending_if_incomplete', cancel_at: '' }));
    expect(message).toContain('`cancel_at` is not supported');
  });
});

test('time: trials and periods end, sessions expire, cards decide', async () => {
  const price = await createPrice();
  const trial = await subscribe(price.id, { trialDays: 7 });
  const open = await checkout(price.id);
  const first = standIn.events.length;
  await standIn.scenarios.advance({ days: 8 });
  const happened = standIn.events.slice(first).filter(({ data }) => data.object.id === trial.id);
  expect(happened.map(({ type }) => type)).toEqual([
    'customer.subscription.trial_will_end',
    'customer.subscription.updated',
  ]);
  expect(trial.state.status).toBe('active');
  expect((await stripe.checkout.sessions.retrieve(open.id)).status).toBe('expired');
  standIn.scenarios.setCard(trial.customer, 'authenticate');
  await standIn.scenarios.advance({ days: 31 });
  expect(trial.state.status).toBe('past_due');
  expect(standIn.events.map(({ type }) => type)).toContain('invoice.payment_action_required');
});

test('money: nothing is given back before it came, twice, or while it is disputed', async () => {
  const { scenarios, fixture } = standIn;
  await expect(scenarios.refund('ch_none')).rejects.toThrow('knows no');
  await subscribe((await createPrice()).id);
  const charge = [...fixture.charges.keys()].at(-1) ?? '';
  await scenarios.refund(charge, 200);
  await expect(scenarios.refund(charge, 1_200)).rejects.toThrow('Only 1000');
  await scenarios.dispute(charge);
  await expect(scenarios.refund(charge)).rejects.toThrow('disputed');
  await scenarios.loseDispute(charge);
  await expect(scenarios.refund(charge)).rejects.toThrow('disputed');
  expect(fixture.disputes.at(-1)?.status).toBe('lost');
});
