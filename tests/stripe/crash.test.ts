import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleProgram } from '../harness/bundle.ts';
import { startRequestProxy } from '../harness/request-proxy.ts';
import { appSecret } from '../harness/site.ts';
import { databaseAddress } from '../harness/tcp-proxy.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import type { StandInEvent } from './fixture.ts';
import { sign } from './stand-in.ts';

/** Kills are spread over all steps. Set ROUNDS for more of them. */
const rounds = Number(process.env.ROUNDS ?? 16);
const refundRounds = rounds / 2;

let shop: BillingSite;
let program: string;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  program = await bundleProgram(fileURLToPath(new URL('webhook-process.ts', import.meta.url)));
  shop = await createBillingSite();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await shop.stop();
});

/** Steps are statements to PostgreSQL and requests to the provider. */
const isStatement = (piece: Buffer) => 'PBQ'.includes(String.fromCharCode(piece[0] ?? 0));
const isCall = (piece: Buffer) => /^(GET|POST|DELETE) /.test(piece.toString('latin1', 0, 8));

/** Starts another process on the site's database. All its steps pass through here. */
async function startVictim() {
  const database = databaseAddress(shop.site.database.connectionString);
  const provider = new URL(shop.stripe.url);
  let steps = 0;
  let last = Number.POSITIVE_INFINITY;
  let arrives = true;
  const pass = (isStep: (piece: Buffer) => boolean) => (piece: Buffer) => {
    if (!isStep(piece)) return steps <= last;
    steps += 1;
    if (steps < last) return true;
    child.kill('SIGKILL');
    return steps === last && arrives;
  };
  const proxies = [
    await startRequestProxy(database.target, pass(isStatement)),
    await startRequestProxy({ host: provider.hostname, port: Number(provider.port) }, pass(isCall)),
  ] as const;
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      APP_SECRET: appSecret,
      DATABASE_URL: database.through(proxies[0].address),
      DATA_DIR: shop.site.dataDir,
      STRIPE_API_BASE: `http://${proxies[1].address}`,
    },
  });
  children.add(child);
  const exited = once(child, 'exit');
  const [webhook] = await once(createInterface({ input: child.stdout }), 'line');

  /**
   * Sends events like Stripe, all at once, and kills the process at its given step: before the step arrives or, with `delivered`, after it
   * arrived and before its answer did. If the step is after the last one, the process finishes first.
   * @returns the events that weren't acknowledged, which must be sent again, and the number of steps
   */
  return async (events: StandInEvent[], { killAt = last, delivered = true } = {}) => {
    steps = 0;
    [last, arrives] = [killAt, delivered];
    const answers = await Promise.all(events.map((event) => send(webhook, event)));
    child.kill('SIGKILL');
    await exited;
    children.delete(child);
    for (const proxy of proxies) await proxy.stop();
    return { steps, unanswered: events.filter((_, index) => !answers[index]) };
  };
}

/** @returns whether the answer is 2xx */
async function send(webhook: string, event: StandInEvent): Promise<boolean> {
  const body = JSON.stringify(event);
  const headers = { 'stripe-signature': sign(body) };
  return fetch(webhook, { method: 'POST', body, headers }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Kills a process at steps spread over its whole work, and lets Stripe resend unacknowledged events. */
async function killInTheMiddle(deliveries: StandInEvent[][]) {
  const [first = [], ...others] = deliveries;
  const { steps } = await (await startVictim())(first);
  let interrupted = 0;
  let next = startVictim();
  for (const [round, events] of others.entries()) {
    const deliver = await next;
    if (round < others.length - 1) next = startVictim();
    const killAt = 1 + Math.floor((round / others.length) * steps);
    const { unanswered } = await deliver(events, { killAt, delivered: round % 2 === 0 });
    if (unanswered.length > 0) interrupted += 1;
    for (const event of unanswered) await expect.poll(() => send(shop.webhook, event)).toBe(true);
  }
  return interrupted;
}

test(`kill -9 in the middle of a webhook, ${rounds} times, loses nothing and doubles nothing`, {
  timeout: 30_000 * rounds,
}, async () => {
  const paid: { id: string; events: StandInEvent[] }[] = [];
  shop.stripe.drop(true);
  for (let round = 0; round <= rounds; round += 1) {
    const before = shop.stripe.events.length;
    const { id } = await shop.subscriber(shop.pro);
    paid.push({ id, events: shop.stripe.events.slice(before) });
  }
  shop.stripe.drop(false);
  const interrupted = await killInTheMiddle(paid.map(({ events }) => events));
  expect(interrupted).toBeGreaterThan(rounds * 0.8);

  const { db } = shop.site;
  const subscriptions = await db.selectFrom('subscriptions').select('user_id').execute();
  expect(subscriptions.map(({ user_id }) => user_id).sort()).toEqual(paid.map(({ id }) => id).sort());
  for (const { id } of paid) expect(await shop.tierOf(id)).toBe('Pro');
  const unfinished = await db
    .selectFrom('billing_events')
    .select('id')
    .where('processed_at', 'is', null)
    .execute();
  expect(unfinished).toEqual([]);
  const kept = await db.selectFrom('billing_events').select('id').execute();
  expect(kept).toHaveLength(paid.flatMap(({ events }) => events).length);
});

test(`kill -9 in the middle of a refund, ${refundRounds} times: each subscription is canceled, once`, {
  timeout: 30_000 * rounds,
}, async () => {
  const { stripe, site } = shop;
  const refunded: { subscriptionId: string; event: StandInEvent }[] = [];
  for (let round = 0; round <= refundRounds; round += 1) {
    const { subscriptionId } = await shop.subscriber(shop.pro);
    stripe.drop(true);
    await stripe.scenarios.refund([...stripe.fixture.charges.keys()].at(-1) ?? '');
    stripe.drop(false);
    refunded.push({ subscriptionId, event: stripe.events.at(-1) as StandInEvent });
  }
  const interrupted = await killInTheMiddle(refunded.map(({ event }) => [event]));
  expect(interrupted).toBeGreaterThan(refundRounds * 0.8);
  await site.services.billing.reconcile.due();
  for (const { subscriptionId } of refunded) {
    expect(stripe.fixture.subscriptions.get(subscriptionId)?.status).toBe('canceled');
    const ends = stripe.events.filter(
      ({ type, data }) => type === 'customer.subscription.deleted' && data.object.id === subscriptionId,
    );
    expect(ends).toHaveLength(1);
  }
  const stored = await site.db
    .selectFrom('subscriptions')
    .select('status')
    .where(
      'id',
      'in',
      refunded.map(({ subscriptionId }) => subscriptionId),
    )
    .execute();
  expect(stored.map(({ status }) => status)).toEqual(Array(refundRounds + 1).fill('canceled'));
});
