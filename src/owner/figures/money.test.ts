import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awayFromTheHour } from '#tests/harness/away-from-the-hour.ts';
import { buildAdmin, buildMember, buildPlaybook } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { FigureSummary, Figures } from './figures.contract.ts';

beforeEach(() => awayFromTheHour());

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  ({ token } = await buildAdmin(site));
});
afterAll(() => site.stop());

const day = 86_400_000;
const zone = 'America/New_York';
const dayOf = (at: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
const ago = (days: number) => new Date(Date.now() - days * day);
const get = async (path: string) => (await site.api('GET', `/api/v1/admin/figures${path}`, { token })).body;
const insert = (table: string, row: Record<string, unknown>) =>
  site.pool.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
      .map((_, index) => `$${index + 1}`)
      .join(', ')})`,
    Object.values(row),
  );

let state = 4;
/** Seeded, so that every run has the same numbers. */
function random(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
}

type Subscription = {
  customer: string;
  paidFrom: Date | undefined;
  endedAt: Date | undefined;
  status: string;
  trialEnd: Date | undefined;
  /** What the subscription brings per year. */
  yearly: number;
};
const payments: { at: Date; amount: number }[] = [];
const refunds: { at: Date; amount: number }[] = [];

async function makeSubscription(number: number, mode: string): Promise<Subscription> {
  const id = `sub_${number}`;
  const interval = random(3) === 0 ? 'year' : 'month';
  const amount = 400 * (1 + random(20));
  const begun = random(300) + 1;
  const isTrial = random(5) === 0;
  const isEnded = !isTrial && random(2) === 0;
  const endedAt = isEnded ? ago(random(begun)) : undefined;
  const trialEnd = isTrial ? ago(-random(14) - 0.5) : undefined;
  const status = isTrial ? 'trialing' : isEnded ? 'canceled' : random(4) === 0 ? 'past_due' : 'active';
  const discount = random(3);
  // Two in a row may belong to one customer: someone who comes back hasn't left.
  const customer = `cus_${number - (random(4) === 0 ? 1 : 0)}`;
  await insert('subscriptions', {
    id,
    mode,
    customer_id: customer,
    item_id: `si_${number}`,
    price_id: 'price',
    status,
    interval,
    amount,
    current_period_start: ago(1),
    current_period_end: ago(-29),
    trial_end: trialEnd ?? null,
    read_number: 1,
    created_at: ago(begun),
    ended_at: endedAt ?? null,
    discount_percent: discount === 1 ? 25 : null,
    discount_amount: discount === 2 ? 100 : null,
    discount_until: (discount > 0 && [ago(3), ago(-3)][random(3)]) || null,
  });
  let paidFrom: Date | undefined;
  for (let age = begun; !isTrial && age > 0; age -= 30 + random(2)) {
    const at = ago(age - random(1_000) / 1_000);
    const isPaid = random(8) > 0 && at < new Date();
    const invoice = `in_${randomUUID()}`;
    await insert('subscription_invoices', {
      id: invoice,
      subscription_id: id,
      amount_paid: isPaid ? amount : 0,
      currency: 'usd',
      lines: '[]',
      status: isPaid ? 'paid' : 'open',
      created_at: at,
      paid_at: isPaid ? at : null,
      read_number: 1,
    });
    if (!isPaid) continue;
    if (!paidFrom || at < paidFrom) paidFrom = at;
    if (mode === 'sandbox') payments.push({ at, amount });
    if (random(6) > 0) continue;
    const reversedAt = new Date(Math.min(Date.now(), at.getTime() + random(20) * day));
    const isOpen = random(3) === 0;
    const part = isOpen || random(3) > 0 ? 0 : 1 + random(amount - 1);
    // Amounts divisible by 800 are lost in a dispute, some after a partial refund.
    const isLost = !isOpen && amount % 800 === 0;
    await insert('refunded_invoices', {
      id: invoice,
      subscription_id: id,
      amount,
      read_number: 1,
      is_refunded: !isOpen && !isLost && part === 0,
      refunded_amount: part,
      is_disputed: isOpen,
      is_dispute_lost: isLost,
      reversed_at: reversedAt,
    });
    // While a dispute is open, no money is lost for good.
    if (!isOpen && mode === 'sandbox')
      refunds.push({ at: reversedAt, amount: isLost ? amount : part || amount });
  }
  const { rows } = await site.pool.query(
    'select discount_percent, discount_amount, discount_until from subscriptions where id = $1',
    [id],
  );
  const { discount_percent, discount_amount, discount_until } = rows[0];
  const isOver = discount_until !== null && discount_until <= new Date();
  const net = isOver
    ? amount
    : Math.max(0, amount - (amount * (discount_percent ?? 0)) / 100 - (discount_amount ?? 0));
  return { customer, paidFrom, endedAt, status, trialEnd, yearly: interval === 'year' ? net : net * 12 };
}

async function sellPlaybook(number: number) {
  const playbook = await buildPlaybook(site);
  const checkout_id = randomUUID();
  const amount = 500 + random(5_000);
  const [at, reversedAt] = [ago(random(250) + 1), ago(random(200))];
  const isRefunded = random(4) === 0;
  const isLost = isRefunded && amount % 2 === 0;
  await insert('checkouts', {
    id: checkout_id,
    mode: 'sandbox',
    kind: 'playbook',
    playbook_id: playbook.id,
    amount,
    status: 'complete',
    expires_at: at,
  });
  await insert('playbook_payments', {
    checkout_id,
    mode: 'sandbox',
    playbook_id: playbook.id,
    payment_intent_id: `pi_${number}`,
    amount,
    read_number: 1,
    is_refunded: isRefunded && !isLost,
    is_dispute_lost: isLost,
    created_at: at,
    reversed_at: reversedAt,
  });
  payments.push({ at, amount });
  if (isRefunded) refunds.push({ at: reversedAt, amount });
}

test('paying members, recurring revenue, revenue, refunds and churn match plain counts', async () => {
  await site.api('PUT', '/api/v1/admin/settings', { token, body: { time_zone: zone } });
  const subscriptions: Subscription[] = [];
  for (let number = 1; number <= 40; number += 1)
    subscriptions.push(await makeSubscription(number, 'sandbox'));
  // Data of other modes doesn't count.
  for (let number = 101; number <= 105; number += 1) await makeSubscription(number, 'test');
  for (let number = 1; number <= 12; number += 1) await sellPlaybook(number);

  const paysAt = (at: Date) => (one: Subscription) =>
    one.paidFrom !== undefined && one.paidFrom <= at && (one.endedAt === undefined || one.endedAt > at);
  const payers = (at: Date) => new Set(subscriptions.filter(paysAt(at)).map(({ customer }) => customer));
  const now = new Date();
  const summary: FigureSummary = await get('/summary');
  const trials = subscriptions.filter(({ status }) => status === 'trialing');
  expect(summary).toMatchObject({
    paying: payers(now).size,
    recurring: Math.round(
      subscriptions.filter(paysAt(now)).reduce((sum, { yearly }) => sum + yearly, 0) / 12,
    ),
    trials: trials.length,
    trials_ending: trials.filter(({ trialEnd }) => trialEnd && trialEnd < ago(-7)).length,
    currency: 'usd',
  });
  expect(summary.paying).toBeGreaterThan(5);
  expect(trials.length).toBeGreaterThan(2);

  const sum = (list: typeof payments, matches: (date: string) => boolean) =>
    list.reduce((total, { at, amount }) => (matches(dayOf(at)) ? total + amount : total), 0);
  for (const [unit, days] of [
    ['day', 60],
    ['month', 300],
  ] as const) {
    const { series, churn, from, to }: Figures = await get(
      `?unit=${unit}&from=${dayOf(ago(days))}&to=${dayOf(now)}`,
    );
    for (const { start, revenue, refunds: back } of series) {
      const matches = (date: string) =>
        unit === 'day' ? date === start : date.startsWith(start.slice(0, 7));
      expect([start, revenue, back]).toEqual([start, sum(payments, matches), sum(refunds, matches)]);
    }
    expect(series.some(({ revenue }) => (revenue ?? 0) > 0)).toBe(true);
    expect(to >= dayOf(now)).toBe(true);
    // The first moment of the range, found with its own calendar.
    let begin = Date.parse(`${from}T00:00:00Z`) - day;
    while (dayOf(new Date(begin)) < from) begin += 900_000;
    const before = payers(new Date(begin));
    const after = payers(now);
    expect(churn).toEqual({
      paying_before: before.size,
      lost: [...before].filter((customer) => !after.has(customer)).length,
    });
  }
  const { churn }: Figures = await get(`?unit=day&from=${dayOf(ago(60))}`);
  expect(churn?.lost).toBeGreaterThan(0);
});

test('a sale, its refund and its end in the sandbox are in the figures', async () => {
  const { rows } = await site.pool.query(
    "insert into tiers (name, price, access_level) values ('Pro', 1200, 1) returning id",
  );
  const before: FigureSummary = await get('/summary');
  const member = await buildMember(site);
  const ask = (path: string, body: object) => site.api('POST', path, { token: member.token, body });
  const { body } = await ask('/functions/v1/create-checkout-session', {
    type: 'subscription',
    tierId: 1,
    tier: rows[0].id,
    interval: 'year',
  });
  const checkout = new URL(body.url).searchParams.get('id');
  await ask(`/api/v1/sandbox/checkouts/${checkout}`, { outcome: 'pay' });
  const sold: FigureSummary = await get('/summary');
  const yearly = (sold.revenue ?? 0) - (before.revenue ?? 0);
  expect(yearly).toBeGreaterThan(5 * 1_200);
  expect(sold.paying).toBe((before.paying ?? 0) + 1);
  expect(Math.abs((sold.recurring ?? 0) - (before.recurring ?? 0) - yearly / 12)).toBeLessThanOrEqual(1);
  const refunded = async () => {
    const { series }: Figures = await get('?unit=month');
    return series.reduce((total, bucket) => total + (bucket.refunds ?? 0), 0);
  };
  const back = await refunded();
  expect((await ask('/api/v1/sandbox/billing', { action: 'refund' })).status).toBe(200);
  await expect.poll(refunded).toBe(back + yearly);
  await expect.poll(async () => (await get('/summary')).paying).toBe(before.paying);
});

test('a member who comes back as another customer pays on, and unknown trials do not count', async () => {
  const { id: user_id } = await buildMember(site);
  const subscribe = (id: string, values: Record<string, unknown>) =>
    insert('subscriptions', {
      id,
      mode: 'sandbox',
      user_id,
      customer_id: `cus_${id}`,
      item_id: `si_${id}`,
      price_id: 'price',
      interval: 'month',
      amount: 1_200,
      current_period_start: ago(1),
      current_period_end: ago(-29),
      read_number: 1,
      ...values,
    });
  const pay = (subscription_id: string, paid_at: Date) =>
    insert('subscription_invoices', {
      id: `in_${subscription_id}`,
      subscription_id,
      amount_paid: 1_200,
      currency: 'usd',
      lines: '[]',
      status: 'paid',
      created_at: paid_at,
      paid_at,
      read_number: 1,
    });
  const read = async () => {
    const [{ paying, trials, trials_ending }, { churn }]: [FigureSummary, Figures] = await Promise.all([
      get('/summary'),
      get(`?unit=day&from=${dayOf(ago(60))}`),
    ]);
    return { paying: paying ?? 0, trials, trials_ending, lost: churn?.lost };
  };
  const before = await read();
  const gone = { status: 'trialing', created_at: ago(9), trial_end: ago(-1), missing_since: ago(1) };
  await subscribe('unknown', gone);
  await subscribe('earlier', { status: 'canceled', created_at: ago(100), ended_at: ago(40) });
  await pay('earlier', ago(100));
  await subscribe('later', { status: 'active', created_at: ago(20) });
  await pay('later', ago(20));
  expect(await read()).toEqual({ ...before, paying: before.paying + 1 });
});
