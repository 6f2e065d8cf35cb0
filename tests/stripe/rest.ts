import type { z } from 'zod';
import { endOf } from './changes.ts';
import { createCoupon, reductionOfInvoice } from './coupons.ts';
import { assertCurrency, assertNotTooLarge } from './currencies.ts';
import { expanded } from './expand.ts';
import { type Fixture, newId, type Subscription } from './fixture.ts';
import { amountDue, line } from './invoicing.ts';
import { type Fields, parseForm, readParameters } from './parameters.ts';
import { find, invalid, StripeRefusal } from './refusal.ts';
import type { Scenarios } from './scenarios.ts';
import * as schemas from './schemas.ts';
import { createSession } from './sessions.ts';
import { invoiceTotals } from './taxes.ts';

/** The context of an endpoint. `isLive` is the key's mode, `origin` the base URL of the stand-in's pages. */
type ApiContext = {
  fixture: Fixture;
  scenarios: Scenarios;
  isLive: boolean;
  account: string;
  origin: string;
};
export type ApiCall = ApiContext & { method: string; url: URL; body: string };
type Endpoint = (context: ApiContext, fields: Fields, id: string) => unknown;

/** An endpoint with exactly these parameters. */
const endpoint =
  <Schema extends z.ZodType<{ expand?: string[] | undefined }>>(
    schema: Schema,
    answer: (context: ApiContext, params: z.output<Schema>, id: string) => unknown,
  ): Endpoint =>
  async (context, fields, id) => {
    const params = readParameters(schema, fields);
    return expanded(context.fixture, await answer(context, params, id), params.expand);
  };

const list = <Value extends { livemode: boolean }>(
  { isLive }: ApiContext,
  url: string,
  values: Iterable<Value>,
  matches: (value: Value) => boolean = () => true,
) => {
  const data = [...values].filter((value) => value.livemode === isLive && matches(value));
  return { object: 'list', data, has_more: false, url };
};

type Created = { created?: { gt?: number; gte?: number; lt?: number; lte?: number } | undefined };
const isCreated = ({ created = {} }: Created, at: number) =>
  at > (created.gt ?? -1) &&
  at >= (created.gte ?? 0) &&
  at < (created.lt ?? Number.POSITIVE_INFINITY) &&
  at <= (created.lte ?? Number.POSITIVE_INFINITY);

function keep<Value extends { id: string }>(map: Map<string, Value>, value: Value): Value {
  map.set(value.id, value);
  return value;
}
const withoutUndefined = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));

const renewalLines = (subscription: Subscription) =>
  subscription.items.data.map((item) => {
    const next = { ...item, current_period_start: item.current_period_end };
    return line(item, next.current_period_start, endOf(next, subscription.created));
  });

function assertPublic(url: string, isLive: boolean) {
  const { protocol, hostname } = new URL(url);
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw invalid(
      'Invalid URL: URL must be publicly accessible. Consider using a tool like the Stripe CLI to test webhooks locally: https://github.com/stripe/stripe-cli',
      'url',
      'url_invalid',
    );
  if (isLive && protocol !== 'https:')
    throw invalid('Invalid URL: An HTTPS URL is required in live mode.', 'url', 'url_invalid');
}

/** Every endpoint that the site uses. Add new ones here, and their parameters in schemas.ts. */
const endpoints: Record<string, Endpoint> = {
  'POST customers': endpoint(schemas.customer, ({ fixture, isLive }, { expand, ...values }) =>
    keep(fixture.customers, {
      id: newId('cus'),
      object: 'customer',
      balance: 0,
      email: null,
      livemode: isLive,
      ...withoutUndefined(values),
    }),
  ),
  'GET customers/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) =>
    find(fixture.customers, id, 'customer', isLive),
  ),
  'POST customers/:id': endpoint(schemas.customerUpdate, ({ fixture, isLive }, { expand, ...values }, id) =>
    Object.assign(find(fixture.customers, id, 'customer', isLive), withoutUndefined(values)),
  ),

  'GET account': endpoint(schemas.nothing, ({ account }) => ({ id: account, object: 'account' })),
  'GET webhook_endpoints': endpoint(schemas.webhookEndpoints, (context) =>
    list(context, '/v1/webhook_endpoints', context.fixture.webhookEndpoints.values()),
  ),
  'POST webhook_endpoints': endpoint(schemas.webhookEndpoint, ({ fixture, isLive }, params) => {
    assertPublic(params.url, isLive);
    const made = keep(fixture.webhookEndpoints, {
      id: newId('we'),
      object: 'webhook_endpoint',
      url: params.url,
      status: 'enabled',
      enabled_events: params.enabled_events,
      description: params.description ?? null,
      livemode: isLive,
    });
    // The secret is only shown on creation.
    return { ...made, secret: newId('whsec') };
  }),
  'POST webhook_endpoints/:id': endpoint(schemas.webhookEndpointUpdate, ({ fixture, isLive }, params, id) => {
    const { enabled_events, disabled } = params;
    const status = disabled === undefined ? undefined : disabled ? 'disabled' : 'enabled';
    return Object.assign(
      find(fixture.webhookEndpoints, id, 'webhook endpoint', isLive),
      withoutUndefined({ enabled_events, status }),
    );
  }),
  'DELETE webhook_endpoints/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) => {
    find(fixture.webhookEndpoints, id, 'webhook endpoint', isLive);
    fixture.webhookEndpoints.delete(id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),

  'POST products': endpoint(
    schemas.product,
    ({ fixture, isLive }, { id = newId('prod'), name, active = true }) => {
      // The product of the other mode is forgotten; at Stripe, each mode has its own.
      if (fixture.products.get(id)?.livemode === isLive)
        throw invalid('Product already exists.', 'id', 'resource_already_exists');
      return keep(fixture.products, { id, object: 'product', name, active, livemode: isLive });
    },
  ),
  'GET products/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) =>
    find(fixture.products, id, 'product', isLive),
  ),
  'POST products/:id': endpoint(schemas.productUpdate, ({ fixture, isLive }, { expand, ...values }, id) =>
    Object.assign(find(fixture.products, id, 'product', isLive), withoutUndefined(values)),
  ),

  'POST prices': endpoint(schemas.price, ({ fixture, isLive }, params) => {
    const { currency, unit_amount, recurring, active = true } = params;
    const product = find(fixture.products, params.product, 'product', isLive, 'product');
    assertCurrency(currency, 'currency');
    assertNotTooLarge(unit_amount, currency, 'unit_amount');
    if (!product.active) throw invalid('The product specified is inactive.', 'product');
    return keep(fixture.prices, {
      id: newId('price'),
      object: 'price',
      active,
      currency: currency.toLowerCase(),
      livemode: isLive,
      unit_amount,
      tax_behavior: params.tax_behavior ?? 'unspecified',
      product: product.id,
      recurring: recurring
        ? { interval: recurring.interval, interval_count: recurring.interval_count ?? 1 }
        : null,
    });
  }),
  'GET prices/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) =>
    find(fixture.prices, id, 'price', isLive),
  ),
  'POST prices/:id': endpoint(schemas.priceUpdate, ({ fixture, isLive }, { active }, id) =>
    Object.assign(find(fixture.prices, id, 'price', isLive), withoutUndefined({ active })),
  ),

  'POST coupons': endpoint(schemas.coupon, ({ fixture, isLive }, params) =>
    createCoupon(fixture, params, isLive),
  ),

  'POST checkout/sessions': endpoint(schemas.session, ({ fixture, isLive, origin }, params) =>
    createSession(fixture, params, isLive, origin),
  ),
  'GET checkout/sessions/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) =>
    find(fixture.sessions, id, 'checkout.session', isLive),
  ),
  'POST checkout/sessions/:id/expire': endpoint(
    schemas.nothing,
    async ({ fixture, isLive, scenarios }, _, id) => {
      const session = find(fixture.sessions, id, 'checkout.session', isLive);
      if (session.status !== 'open')
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      await scenarios.expire(session);
      return session;
    },
  ),

  'GET subscriptions': endpoint(schemas.subscriptions, (context, { customer, price, status }) =>
    list(context, '/v1/subscriptions', context.fixture.subscriptions.values(), (subscription) => {
      const isEnded = ['canceled', 'incomplete_expired'].includes(subscription.status);
      const isAsked =
        status === undefined
          ? !isEnded
          : status === 'all' || (status === 'ended' ? isEnded : subscription.status === status);
      const hasPrice = !price || subscription.items.data.some((item) => item.price.id === price);
      return isAsked && hasPrice && (!customer || subscription.customer === customer);
    }),
  ),
  'GET subscriptions/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) =>
    find(fixture.subscriptions, id, 'subscription', isLive),
  ),
  'POST subscriptions/:id': endpoint(
    schemas.subscriptionUpdate,
    ({ fixture, isLive, scenarios }, { expand, ...params }, id) =>
      scenarios.changes.update(
        find(fixture.subscriptions, id, 'subscription', isLive),
        withoutUndefined(params),
      ),
  ),
  'DELETE subscriptions/:id': endpoint(
    schemas.subscriptionCancel,
    async ({ fixture, isLive, scenarios }, _, id) => {
      const subscription = find(fixture.subscriptions, id, 'subscription', isLive);
      if (subscription.status === 'canceled')
        throw new StripeRefusal(404, 'resource_missing', `No such subscription: '${id}'`, { param: 'id' });
      await scenarios.end(id);
      return subscription;
    },
  ),

  'POST invoices/create_preview': endpoint(schemas.preview, ({ fixture, isLive, scenarios }, params) => {
    const { subscription_details: details = {}, customer } = params;
    const subscription = find(
      fixture.subscriptions,
      params.subscription,
      'subscription',
      isLive,
      'subscription',
    );
    if (customer && customer !== subscription.customer)
      throw invalid('The subscription does not belong to the customer.', 'customer');
    // Without changes, previews the next period.
    const lines = params.subscription_details
      ? scenarios.changes.plan(subscription, details).lines
      : renewalLines(subscription);
    const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
    const { total } = invoiceTotals(
      subscription,
      subtotal - reductionOfInvoice(fixture, subscription.discounts, lines),
    );
    const { currency, customer: payer } = subscription;
    const balance = fixture.customers.get(payer)?.balance ?? 0;
    return {
      id: newId('upcoming_in'),
      object: 'invoice',
      livemode: isLive,
      currency,
      customer: payer,
      subtotal,
      total,
      starting_balance: balance,
      amount_due: amountDue(total, balance, currency),
      lines: { object: 'list', data: lines, has_more: false, url: '/v1/invoices/upcoming/lines' },
    };
  }),
  'GET invoices': endpoint(schemas.invoices, (context, { customer, subscription, status }) =>
    list(
      context,
      '/v1/invoices',
      context.fixture.invoices.values(),
      (item) =>
        (!customer || item.customer === customer) &&
        (!subscription || item.parent.subscription_details.subscription === subscription) &&
        (!status || item.status === status),
    ),
  ),
  'GET invoices/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) =>
    find(fixture.invoices, id, 'invoice', isLive),
  ),
  'POST invoices/:id/void': endpoint(schemas.nothing, async ({ fixture, isLive, scenarios }, _, id) => {
    const invoice = find(fixture.invoices, id, 'invoice', isLive);
    if (invoice.status !== 'open')
      throw invalid(
        'You can only pass in open or uncollectible invoices. This invoice isn’t one.',
        'id',
        'invoice_not_editable',
      );
    const subscription = fixture.subscriptions.get(invoice.parent.subscription_details.subscription);
    if (subscription?.pending_update && subscription.latest_invoice === id)
      await scenarios.changes.discardPending(subscription);
    else scenarios.invoicing.cancel(invoice);
    return invoice;
  }),
  'GET invoice_payments': endpoint(schemas.invoicePayments, (context, { invoice, payment, status }) =>
    list(
      context,
      '/v1/invoice_payments',
      context.fixture.payments,
      (item) =>
        (!invoice || item.invoice === invoice) &&
        (!status || item.status === status) &&
        (!payment?.payment_intent || item.payment.payment_intent === payment.payment_intent),
    ),
  ),

  'GET charges/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) =>
    find(fixture.charges, id, 'charge', isLive),
  ),
  'GET payment_intents/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) =>
    find(fixture.intents, id, 'payment_intent', isLive),
  ),
  'GET payment_methods/:id': endpoint(schemas.nothing, ({ fixture, isLive }, _, id) =>
    find(fixture.cards, id, 'payment_method', isLive),
  ),
  'GET refunds': endpoint(schemas.refunds, (context, params) =>
    list(
      context,
      '/v1/refunds',
      context.fixture.refunds,
      (refund) => (!params.charge || refund.charge === params.charge) && isCreated(params, refund.created),
    ),
  ),
  'GET disputes': endpoint(schemas.disputes, (context, params) =>
    list(
      context,
      '/v1/disputes',
      context.fixture.disputes,
      (dispute) => (!params.charge || dispute.charge === params.charge) && isCreated(params, dispute.created),
    ),
  ),
  'POST billing_portal/sessions': endpoint(schemas.portalSession, ({ fixture, isLive, origin }, params) => {
    const customer = find(fixture.customers, params.customer, 'customer', isLive, 'customer');
    const back = encodeURIComponent(params.return_url ?? '');
    const url = `${origin}/portal/${customer.id}?back=${back}`;
    return { id: newId('bps'), object: 'billing_portal.session', livemode: isLive, url };
  }),
};

/** Answers an API call. @throws StripeRefusal */
export async function answerApi({ method, url, body, ...context }: ApiCall): Promise<unknown> {
  const parts = url.pathname.replace('/v1/', '').split('/');
  for (const [name, answer] of Object.entries(endpoints)) {
    const [verb, path = ''] = name.split(' ');
    const pattern = path.split('/');
    const isMatch =
      verb === method &&
      pattern.length === parts.length &&
      pattern.every((part, index) => part === ':id' || part === parts[index]);
    if (!isMatch) continue;
    const id = parts[pattern.indexOf(':id')] ?? '';
    return answer(context, parseForm(method === 'POST' ? body : url.searchParams.toString()), id);
  }
  throw new StripeRefusal(
    404,
    'url_invalid',
    `Unrecognized request URL (${method}: ${url.pathname}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  );
}
