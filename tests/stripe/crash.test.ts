import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appSecret } from '../harness/site.ts';
import { type BillingSite, createBillingSite } from './billing-site.ts';
import type { StandInEvent } from './fixture.ts';
import { sign } from './stand-in.ts';

const rounds = 40;
const refundRounds = 20;
const main = fileURLToPath(new URL('../../src/main.server.ts', import.meta.url));

let shop: BillingSite;
const children: ChildProcess[] = [];
beforeAll(async () => {
  shop = await createBillingSite();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await shop.stop();
});

/** Another process of the same site, on the same database. */
async function startProcess() {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      STARTER: 'none',
      APP_SECRET: appSecret,
      LOG_LEVEL: 'error',
      DATABASE_URL: shop.site.database.connectionString,
      DATA_DIR: shop.site.dataDir,
      STRIPE_API_BASE: shop.stripe.url,
    },
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Promptory is ready at (\S+)$/.exec(line)?.[1];
    if (url) return { child, webhook: `${url}/functions/v1/stripe-webhook` };
  }
  throw new Error('A process ended before it was ready');
}

/** Sends an event like Stripe. @returns false if the answer is not 2xx, so that it has to be sent again. */
async function send(webhook: string, event: StandInEvent): Promise<boolean> {
  const body = JSON.stringify(event);
  const headers = { 'stripe-signature': sign(body) };
  return fetch(webhook, { method: 'POST', body, headers }).then(
    ({ ok }) => ok,
    () => false,
  );
}

test(`kill -9 in the middle of a webhook, ${rounds} times, loses nothing and doubles nothing`, {
  timeout: 400_000,
}, async () => {
  const paid: { id: string; events: StandInEvent[] }[] = [];
  shop.stripe.drop(true);
  for (let round = 0; round < rounds; round += 1) {
    const before = shop.stripe.events.length;
    const { id } = await shop.subscriber(shop.pro);
    paid.push({ id, events: shop.stripe.events.slice(before) });
  }
  shop.stripe.drop(false);

  let interrupted = 0;
  let next = startProcess();
  for (const [round, { events }] of paid.entries()) {
    const { child, webhook } = await next;
    next = startProcess();
    // The delay varies, so that the kill hits different points of the processing.
    const sent = events.map((event) => send(webhook, event));
    await delay(3 + (round % 25) * 2);
    child.kill('SIGKILL');
    const arrived = await Promise.all(sent);
    if (arrived.includes(false)) interrupted += 1;
    const survivor = await next;
    for (const [index, event] of events.entries()) {
      if (!arrived[index])
        await expect.poll(() => send(survivor.webhook, event), { timeout: 30_000 }).toBe(true);
    }
  }
  expect(interrupted).toBeGreaterThan(rounds / 4);

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
  timeout: 400_000,
}, async () => {
  const { stripe, site } = shop;
  const refunded: { subscriptionId: string; event: StandInEvent }[] = [];
  for (let round = 0; round < refundRounds; round += 1) {
    const { subscriptionId } = await shop.subscriber(shop.pro);
    stripe.drop(true);
    await stripe.scenarios.refund([...stripe.fixture.charges.keys()].at(-1) ?? '');
    stripe.drop(false);
    refunded.push({ subscriptionId, event: stripe.events.at(-1) as StandInEvent });
  }
  let next = startProcess();
  for (const [round, { event }] of refunded.entries()) {
    const { child, webhook } = await next;
    next = startProcess();
    const sent = send(webhook, event);
    await delay(5 + round * 6);
    child.kill('SIGKILL');
    if (!(await sent)) await send(shop.webhook, event);
  }
  await next;
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
  expect(stored.map(({ status }) => status)).toEqual(Array(refundRounds).fill('canceled'));
});
