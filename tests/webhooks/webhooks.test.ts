import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type webhookEvents, webhookRules } from '#constants';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildSuspendedAdmin,
  buildTier,
} from '../harness/build.ts';
import { retryJobs } from '../harness/jobs.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { type Message, startReceiver } from './receiver.ts';

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
type EventType = (typeof webhookEvents)[number];

let site: TestSite;
let token: string;
const receivers: Receiver[] = [];
beforeAll(async () => {
  site = await createTestSite({ environment: { PRIVATE_HOSTS: 'localhost' } });
  token = (await buildAdmin(site)).token;
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await site.stop();
});

const admin = (method: string, path: string, body?: object) =>
  site.api(method, `/api/v1/admin/webhooks${path}`, { token, ...(body ? { body } : {}) });

/** Creates a receiver and a webhook to it, for `events`. */
async function receive(...events: EventType[]) {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const made = await admin('POST', '', { url: receiver.url, events });
  expect(made.status, made.text).toBe(201);
  receiver.expect(made.body.secret);
  return { receiver, id: made.body.id as string, secret: made.body.secret as string };
}

/** Makes everything that waits due now. */
const retryNow = async () => {
  await sql`update webhook_endpoints set paused_until = null`.execute(site.db);
  await retryJobs(site.db, 'webhooks');
};
const deliveries = async (id: string) =>
  (await admin('GET', `/${id}/deliveries?limit=100`)).body.items as {
    id: string;
    event_id: string;
    status: string;
    attempts: number;
    problem: string | null;
    response_status: number | null;
  }[];
const until = (read: () => Promise<unknown> | unknown, retry = false) =>
  expect.poll(
    async () => {
      if (retry) await retryNow();
      return read();
    },
    { timeout: 60_000 },
  );
const publish = async (count: number) => {
  const made = await Promise.all(Array.from({ length: count }, () => buildPrompt(site)));
  return made.map(({ id }) => id).sort();
};
const itemIds = ({ worked }: Receiver) => worked.map(({ data }) => data.id).sort();

test('each event is told once, signed, with public metadata alone', async () => {
  const { receiver, id } = await receive(
    'item.published',
    'item.changed',
    'item.unpublished',
    'member.joined',
    'plan.started',
    'plan.changed',
    'plan.ended',
    'purchase.created',
    'comment.created',
  );
  const gated = `canary-${crypto.randomUUID()}`;
  const prompt = {
    title: 'Told',
    prompt_body: gated,
    example_output: gated,
    status: 'draft',
    tier_access: 2,
  };
  const made = await site.api('POST', '/api/v1/admin/prompts', { token, body: prompt });
  const change = (body: object) =>
    site.api('PATCH', `/api/v1/admin/prompts/${made.body.id}`, { token, body });
  await change({ title: 'Still a draft' });
  await change({ status: 'published' });
  await change({ prompt_body: `${gated} more` });
  const member = await buildMember(site);
  await site.api('POST', `/api/v1/prompts/${made.body.slug}/comments`, {
    token: member.token,
    body: { body: gated },
  });
  const [one, two] = [await buildTier(site, { access_level: 1 }), await buildTier(site, { access_level: 2 })];
  for (const tier_id of [one.id, two.id, null])
    await site.db.updateTable('profiles').set({ tier_id }).where('id', '=', member.id).execute();
  const playbook = await buildPlaybook(site, { status: 'draft' });
  const checkout = await site.db
    .insertInto('checkouts')
    .values({
      user_id: member.id,
      mode: 'sandbox',
      kind: 'playbook',
      playbook_id: playbook.id,
      amount: 900,
      expires_at: new Date(Date.now() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.db
    .insertInto('playbook_payments')
    .values({
      checkout_id: checkout.id,
      mode: 'sandbox',
      user_id: member.id,
      playbook_id: playbook.id,
      amount: 900,
      read_number: 1,
    })
    .execute();
  await change({ status: 'draft' });
  await until(() => receiver.worked.map(({ type }) => type).sort()).toEqual(
    [
      ...['comment.created', 'item.changed', 'item.published', 'item.unpublished', 'member.joined'],
      ...['plan.changed', 'plan.ended', 'plan.started', 'purchase.created'],
    ].sort(),
  );
  const of = (type: EventType) => receiver.worked.find((message) => message.type === type) as Message;
  expect(of('item.published').data).toMatchObject({
    kind: 'prompt',
    slug: made.body.slug,
    title: 'Still a draft',
    tier_access: 2,
    url: `${site.url}/browse/${made.body.slug}`,
  });
  expect(of('member.joined').data.member).toEqual({ id: member.id, email: member.email });
  expect(of('plan.changed').data).toMatchObject({
    plan: { name: two.name },
    former_plan: { name: one.name },
  });
  expect(of('purchase.created').data).toMatchObject({ amount: 900, playbook: { slug: playbook.slug } });
  expect(of('comment.created').data).toMatchObject({
    author: member.email.split('@')[0],
    item: { slug: made.body.slug },
  });
  expect(JSON.stringify(receiver.worked)).not.toContain(gated);
  expect(JSON.stringify(of('comment.created'))).not.toContain(member.email);
  await until(async () => (await deliveries(id)).every(({ status }) => status === 'delivered')).toBe(true);
  const { rows } = await site.pool.query('select data from webhook_events');
  expect(JSON.stringify(rows)).not.toContain('@example.com');
  await admin('DELETE', `/${id}`);
});

test('what is rolled back is not told', async () => {
  const { receiver, id } = await receive('item.published');
  const undone = site.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('prompts')
      .values({ slug: 'undone', title: 'Undone', prompt_body: 'x', status: 'published' })
      .execute();
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const [kept] = await publish(1);
  await until(() => itemIds(receiver)).toEqual([kept]);
  expect(await deliveries(id)).toHaveLength(1);
  await admin('DELETE', `/${id}`);
});

test('a receiver that fails, disappears, hangs or answers late loses nothing and works on nothing twice', async () => {
  const [failing, gone, hanging, late, sending] = [
    await receive('item.published'),
    await receive('item.published'),
    await receive('item.published'),
    await receive('item.published'),
    await receive('item.published'),
  ];
  const all = [failing, gone, hanging, late, sending];
  failing.receiver.becomes('fails');
  hanging.receiver.becomes('hangs');
  late.receiver.becomes('answers late');
  sending.receiver.becomes('redirects');
  await gone.receiver.disappear();
  const ids = await publish(3);
  const problems = async ({ id }: { id: string }) =>
    [...new Set((await deliveries(id)).map(({ problem }) => problem))].join();
  // A hanging receiver holds up a batch of jobs until it times out.
  await until(() => Promise.all(all.map(problems))).toEqual([
    ...['status', 'refused', 'timeout', 'timeout', 'status'],
  ]);
  late.receiver.answerLate();
  await gone.receiver.comeBack();
  for (const { receiver } of all) receiver.becomes('takes');
  await until(() => all.map(({ receiver }) => itemIds(receiver)), true).toEqual(all.map(() => ids));
  await until(
    async () =>
      (await Promise.all(all.map(({ id }) => deliveries(id))))
        .flat()
        .filter(({ status }) => status !== 'delivered'),
    true,
  ).toEqual([]);
  for (const { receiver, id } of all) {
    // All attempts have the same webhook-id, so that receivers can ignore repeats.
    const events = (await deliveries(id)).map(({ event_id }) => event_id);
    expect(new Set(receiver.attempts.filter((attempt) => !events.includes(attempt)))).toEqual(new Set());
    expect(receiver.strays).toEqual([]);
    await admin('DELETE', `/${id}`);
  }
}, 180_000);

test('a slow receiver gets three at a time, and another one its event meanwhile', async () => {
  const [slow, quick] = [await receive('item.published'), await receive('item.unpublished')];
  slow.receiver.becomes('answers late');
  const ids = await publish(12);
  const [first = ''] = ids;
  await until(() => slow.receiver.attempts.length).toBeGreaterThanOrEqual(3);
  await site.db.updateTable('prompts').set({ status: 'draft' }).where('id', '=', first).execute();
  await until(() => itemIds(quick.receiver)).toEqual([first]);
  // At most three more each time the first ones time out. Without slots kept for others, it would be all of them.
  expect(slow.receiver.attempts.length).toBeLessThan(10);
  slow.receiver.becomes('takes');
  slow.receiver.answerLate();
  await until(() => itemIds(slow.receiver), true).toEqual(ids);
  for (const { id } of [slow, quick]) await admin('DELETE', `/${id}`);
});

test('a receiver that fails is left alone for an hour at most, and what it takes ends that', async () => {
  const { receiver, id } = await receive('item.published');
  const shown = async () =>
    (await admin('GET', '')).body.items.find((webhook: { id: string }) => webhook.id === id);
  receiver.becomes('fails');
  await sql`update webhook_endpoints set failures = 40 where id = ${id}`.execute(site.db);
  await publish(1);
  const pause = async () => {
    const { rows } = await sql<{ seconds: number | null }>`
      select extract(epoch from paused_until - now())::float8 as seconds from webhook_endpoints where id = ${id}`.execute(
      site.db,
    );
    return rows[0]?.seconds ?? 0;
  };
  await until(pause).toBeGreaterThan(webhookRules.pause.max - 60);
  expect(await pause()).toBeLessThanOrEqual(webhookRules.pause.max);
  expect((await shown()).failing_since).not.toBeNull();
  receiver.becomes('takes');
  await until(async () => (await deliveries(id))[0]?.status, true).toBe('delivered');
  expect((await shown()).failing_since).toBeNull();
  await admin('DELETE', `/${id}`);
});

test.each([
  ['is taken up again', '-1 minute'],
  ['while the clock was ahead, too', '2 days'],
])('a delivery whose process was killed %s', async (_, lease) => {
  const { receiver, id } = await receive('item.published');
  receiver.becomes('fails');
  const ids = await publish(1);
  await until(async () => (await deliveries(id))[0]?.attempts).toBe(1);
  await sql`delete from jobs.job where name = 'webhooks'`.execute(site.db);
  await sql`update webhook_deliveries set queued_at = now() - interval '3 hours', leased_until = now() + ${lease}::interval`.execute(
    site.db,
  );
  receiver.becomes('takes');
  await site.services.webhookDeliveries.enqueue();
  await until(() => itemIds(receiver)).toEqual(ids);
  await admin('DELETE', `/${id}`);
});

test('after three days without success a webhook is turned off with an email, and what failed is sent again', async () => {
  await buildSuspendedAdmin(site);
  const { receiver, id } = await receive('item.published');
  receiver.becomes('fails');
  const ids = await publish(2);
  await until(async () => (await deliveries(id)).every(({ attempts }) => attempts > 0), true).toBe(true);
  await sql`update webhook_endpoints set failing_since = failing_since - make_interval(days => ${webhookRules.days})`.execute(
    site.db,
  );
  // None of its deliveries has been tried for that long, as while it is paused.
  const shown = async () =>
    (await admin('GET', '')).body.items.find((webhook: { id: string }) => webhook.id === id);
  await until(async () => (await shown()).is_enabled, true).toBe(false);
  expect((await shown()).gave_up_at).not.toBeNull();
  expect((await deliveries(id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  await until(async () => (await site.emails()).filter((raw) => raw.includes('was turned off')).length).toBe(
    2,
  );
  await sql`update webhook_deliveries set first_failed_at = first_failed_at - make_interval(days => ${webhookRules.days})`.execute(
    site.db,
  );
  const [unheard] = await publish(1);
  expect((await admin('POST', `/${id}/resend-failed`)).status).toBe(409);
  receiver.becomes('takes');
  expect((await admin('PATCH', `/${id}`, { is_enabled: true })).body).toMatchObject({
    is_enabled: true,
    gave_up_at: null,
    failing_since: null,
  });
  // After a resend, they have three more days.
  receiver.becomes('fails');
  expect((await admin('POST', `/${id}/resend-failed`)).body).toEqual({ count: 2 });
  const attempts = (await deliveries(id)).map((delivery) => delivery.attempts);
  await until(
    async () => (await deliveries(id)).every((delivery, index) => delivery.attempts > (attempts[index] ?? 0)),
    true,
  ).toBe(true);
  expect((await deliveries(id)).map(({ status }) => status)).toEqual(['pending', 'pending']);
  receiver.becomes('takes');
  await until(() => itemIds(receiver), true).toEqual(ids);
  expect(itemIds(receiver)).not.toContain(unheard);
  const [first] = await deliveries(id);
  await until(async () => (await deliveries(id)).map(({ status }) => status)).toEqual([
    'delivered',
    'delivered',
  ]);
  const before = receiver.attempts.length;
  expect((await admin('POST', `/${id}/deliveries/${first?.id}/resend`)).status).toBe(200);
  await until(() => receiver.attempts.length).toBe(before + 1);
  expect(receiver.attempts.at(-1)).toBe(first?.event_id);
  expect(receiver.worked).toHaveLength(2);
  await admin('DELETE', `/${id}`);
});

test('a message that is refused for three days ends alone where the receiver has taken others since', async () => {
  const { receiver, id } = await receive('item.published');
  receiver.becomes('fails');
  await publish(1);
  await until(async () => (await deliveries(id))[0]?.attempts).toBe(1);
  await sql`update webhook_deliveries set first_failed_at = first_failed_at - make_interval(days => ${webhookRules.days})
    where endpoint_id = ${id}`.execute(site.db);
  await until(async () => (await deliveries(id))[0]?.status, true).toBe('failed');
  const shown = async () =>
    (await admin('GET', '')).body.items.find((webhook: { id: string }) => webhook.id === id);
  expect(await shown()).toMatchObject({ is_enabled: true, gave_up_at: null });
  await admin('DELETE', `/${id}`);
});

test('while a secret is changed, receivers with either take the message', async () => {
  const { receiver, id, secret } = await receive('item.published');
  const { body } = await admin('POST', `/${id}/secret`);
  expect(body.secret).not.toBe(secret);
  const send = async (expected: string, count: number) => {
    receiver.expect(expected);
    expect((await admin('POST', `/${id}/test`)).status).toBe(200);
    await until(() => receiver.worked.length, true).toBe(count);
  };
  await send(secret, 1);
  await send(body.secret, 2);
  await sql`update webhook_endpoints set former_until = now()`.execute(site.db);
  receiver.expect(secret);
  await admin('POST', `/${id}/test`);
  await until(async () => (await deliveries(id))[0]?.response_status).toBe(401);
  const stored = await site.pool.query('select encode(secret, $1) as text from webhook_endpoints', [
    'escape',
  ]);
  expect(JSON.stringify(stored.rows)).not.toContain(body.secret.slice(6, 20));
  expect((await admin('GET', '')).text).not.toContain('whsec_');
  await admin('DELETE', `/${id}`);
});

describe('addresses', () => {
  test('in private networks are refused when they are typed', async () => {
    for (const url of [
      ...[
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://10.1.2.3/x',
        'https://192.168.0.1',
        'https://0x7f.1/',
      ],
      ...[
        'https://169.254.169.254/latest',
        'https://[::ffff:10.0.0.1]/',
        'https://a.localhost/',
        'http://example.com/',
      ],
      ...['https://2130706433/', 'https://[fd00::1]/', 'ftp://example.com', 'https://a:b@example.com/', 'x'],
    ]) {
      const { status } = await admin('POST', '', { url, events: ['item.published'] });
      expect([url, status]).toEqual([url, 422]);
    }
  });
});
