import { type Fixture, newId, type Price, type Session, type Subscription, seconds } from './fixture.ts';
import type { createScenarios } from './scenarios.ts';

/** An error of Stripe's API. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;
  constructor(status: number, code: string, message: string, type = 'invalid_request_error') {
    super(message);
    this.status = status;
    this.code = code;
    this.type = type;
  }
}

type Call = {
  method: string;
  url: URL;
  body: string;
  origin: string;
  fixture: Fixture;
  scenarios: ReturnType<typeof createScenarios>;
};
type Fields = { [name: string]: string | Fields | undefined };

/** Stripe's form encoding, `a[b][0]=c`, as nested objects. */
function parseForm(text: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let place = fields;
    for (const part of path.slice(0, -1)) {
      place[part] ??= {};
      place = place[part] as Fields;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return fields;
}

const at = (fields: Fields | undefined, ...path: string[]): string | undefined => {
  let value: string | Fields | undefined = fields;
  for (const part of path) value = typeof value === 'object' ? value[part] : undefined;
  return typeof value === 'string' ? value : undefined;
};

const missing = (what: string) => new StripeRefusal(404, 'resource_missing', `No such ${what}`);
function get<Value>(map: Map<string, Value>, id: string | undefined, what: string): Value {
  const value = map.get(id ?? '');
  if (!value) throw missing(what);
  return value;
}
const list = (data: unknown[], url: string) => ({ object: 'list', data, has_more: false, url });

/** The answer to one call of the API. @throws StripeRefusal */
export async function answerApi(call: Call): Promise<unknown> {
  const { method, url, fixture, scenarios, body } = call;
  const path = url.pathname.replace('/v1/', '');
  const [resource, id, action] = path.startsWith('checkout/')
    ? ['sessions', path.split('/')[2], path.split('/')[3]]
    : path.split('/');
  const form = parseForm(body);
  const query = parseForm(url.searchParams.toString());
  switch (`${method} ${resource}`) {
    case 'POST customers':
      return keep(fixture.customers, {
        id: newId('cus'),
        object: 'customer',
        email: at(form, 'email') ?? '',
      });
    case 'POST products': {
      const product = at(form, 'id') ?? newId('prod');
      if (fixture.products.has(product))
        throw new StripeRefusal(400, 'resource_already_exists', 'Product already exists.');
      return keep(fixture.products, { id: product, object: 'product', name: at(form, 'name') ?? '' });
    }
    case 'POST prices': {
      const product = at(form, 'product') ?? '';
      get(fixture.products, product, 'product');
      return keep(fixture.prices, priceOf(form, product));
    }
    case 'POST sessions':
      if (!id) return createSession(call, form);
      if (action === 'expire') {
        const session = get(fixture.sessions, id, 'checkout.session');
        if (session.status !== 'open')
          throw new StripeRefusal(400, 'invalid_state', 'Only open sessions can be expired.');
        await scenarios.expire(session);
        return session;
      }
      throw missing('path');
    case 'GET sessions':
      return get(fixture.sessions, id, 'checkout.session');
    case 'GET subscriptions':
      return id
        ? get(fixture.subscriptions, id, 'subscription')
        : list([...fixture.subscriptions.values()], '/v1/subscriptions');
    case 'POST subscriptions':
      return changeSubscription(call, get(fixture.subscriptions, id, 'subscription'), form);
    case 'DELETE subscriptions': {
      const subscription = get(fixture.subscriptions, id, 'subscription');
      if (subscription.status === 'canceled') throw missing('subscription');
      await scenarios.end(subscription.id);
      return subscription;
    }
    case 'POST invoices': {
      if (id !== 'create_preview') throw missing('path');
      const subscription = get(fixture.subscriptions, at(form, 'subscription'), 'subscription');
      const price = get(fixture.prices, at(form, 'subscription_details', 'items', '0', 'price'), 'price');
      const date = Number(at(form, 'subscription_details', 'proration_date') ?? seconds());
      const total = scenarios.proration(subscription, price, date);
      return { id: newId('upcoming_in'), object: 'invoice', total, amount_due: Math.max(0, total) };
    }
    case 'GET invoices':
      return get(fixture.invoices, id, 'invoice');
    case 'GET invoice_payments': {
      const intent = at(query, 'payment', 'payment_intent');
      return list(
        fixture.payments.filter(({ paymentIntent }) => paymentIntent === intent),
        '/v1/invoice_payments',
      );
    }
    case 'GET charges':
      return get(fixture.charges, id, 'charge');
    case 'GET payment_intents': {
      const charge = [...fixture.charges.values()].find(({ payment_intent }) => payment_intent === id);
      if (!charge) throw missing('payment_intent');
      return { id, object: 'payment_intent', latest_charge: charge };
    }
    case 'GET refunds':
      return list(fixture.refunds, '/v1/refunds');
    case 'GET disputes': {
      const charge = at(query, 'charge');
      return list(
        fixture.disputes.filter((dispute) => !charge || dispute.charge === charge),
        '/v1/disputes',
      );
    }
    case 'POST billing_portal': {
      const customer = get(fixture.customers, at(form, 'customer'), 'customer');
      const back = encodeURIComponent(at(form, 'return_url') ?? '');
      const portal = `${call.origin}/portal/${customer.id}?back=${back}`;
      return { id: newId('bps'), object: 'billing_portal.session', url: portal };
    }
    default:
      throw new StripeRefusal(404, 'url_invalid', `Unrecognized request URL (${method} ${url.pathname})`);
  }
}

function keep<Value extends { id: string }>(map: Map<string, Value>, value: Value): Value {
  map.set(value.id, value);
  return value;
}

function priceOf(form: Fields, product: string): Price {
  const amount = Number(at(form, 'unit_amount'));
  if (!Number.isInteger(amount) || amount < 0)
    throw new StripeRefusal(400, 'parameter_invalid_integer', 'Invalid integer: unit_amount');
  const interval = at(form, 'recurring', 'interval') === 'year' ? 'year' : 'month';
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    currency: 'usd',
    livemode: false,
    unit_amount: amount,
    product,
    recurring: { interval, interval_count: 1 },
  };
}

function createSession({ fixture, origin }: Call, form: Fields): Session {
  const customer = get(fixture.customers, at(form, 'customer'), 'customer').id;
  const isPlan = at(form, 'mode') === 'subscription';
  const priceId = at(form, 'line_items', '0', 'price');
  const price = isPlan ? get(fixture.prices, priceId, 'price') : undefined;
  const expires = Number(at(form, 'expires_at'));
  if (!(expires > seconds() + 1_700 && expires <= seconds() + 86_400))
    throw new StripeRefusal(400, 'parameter_invalid', 'expires_at must be 30 minutes to 24 hours ahead');
  const id = newId('cs_test');
  const amount = price?.unit_amount ?? Number(at(form, 'line_items', '0', 'price_data', 'unit_amount'));
  return keep(fixture.sessions, {
    id,
    object: 'checkout.session',
    mode: isPlan ? 'subscription' : 'payment',
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: at(form, 'client_reference_id') ?? null,
    allow_promotion_codes: at(form, 'allow_promotion_codes') === 'true',
    metadata: { checkout_id: at(form, 'metadata', 'checkout_id') ?? '' },
    amount_total: amount,
    currency: 'usd',
    url: `${origin}/pay/${id}`,
    expires_at: expires,
    livemode: false,
    success_url: at(form, 'success_url') ?? '',
    cancel_url: at(form, 'cancel_url') ?? '',
    customer,
    subscription: null,
    payment_intent: null,
    ...(priceId ? { price: priceId } : {}),
    trialDays: Number(at(form, 'subscription_data', 'trial_period_days') ?? 0),
  });
}

/** A customer whose address begins with `declined` has a card that refuses every change. */
async function changeSubscription({ fixture, scenarios }: Call, subscription: Subscription, form: Fields) {
  const priceId = at(form, 'items', '0', 'price');
  const cancel = at(form, 'cancel_at_period_end');
  const cancelAt = at(form, 'cancel_at');
  if (cancel !== undefined && cancelAt !== undefined)
    throw new StripeRefusal(
      400,
      'parameter_invalid',
      'cancel_at and cancel_at_period_end cannot both be set',
    );
  const isDeclined = fixture.customers.get(subscription.customer)?.email.startsWith('declined');
  if (priceId && isDeclined)
    throw new StripeRefusal(402, 'card_declined', 'Your card was declined.', 'card_error');
  await scenarios.change(subscription, {
    ...(priceId ? { price: get(fixture.prices, priceId, 'price') } : {}),
    ...(cancel ? { isCanceled: cancel === 'true' } : {}),
    ...(cancelAt === '' ? { cancelAt: null } : {}),
  });
  return subscription;
}
