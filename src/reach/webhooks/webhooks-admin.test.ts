import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildAdmin, buildTeam, readAllPages } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

// These webhooks wait for an event that never occurs here, so nothing is sent.
const events = ['purchase.created'];
let site: TestSite;
let adminId: string;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  ({ id: adminId, token } = await buildAdmin(site));
});
afterAll(() => site.stop());

const admin = (method: string, path: string, body?: object) =>
  site.api(method, `/api/v1/admin/webhooks${path}`, { token, ...(body ? { body } : {}) });
const make = async (more: object = {}) => {
  const made = await admin('POST', '', { url: 'https://example.com/hook', events, ...more });
  expect(made.status, made.text).toBe(201);
  return made.body as { id: string; secret: string };
};
const find = async (id: string) =>
  (await admin('GET', '')).body.items.find((webhook: { id: string }) => webhook.id === id);
/** Adds deliveries with these statuses, each a second apart, except the last ones, which are simultaneous. */
async function deliver(id: string, statuses: ('pending' | 'delivered' | 'failed')[]) {
  const { rows } = await site.pool.query(
    `with event as (insert into webhook_events (type, subject, data) select 'purchase.created', n::text, '{}' from generate_series(1, $2) n
        returning id, subject::int as n)
      insert into webhook_deliveries (event_id, endpoint_id, status, created_at, queued_at)
      select id, $1, ($3::text[])[n], now() - make_interval(secs => greatest(n, 3)), now() from event returning id`,
    [id, statuses.length, statuses],
  );
  return rows.map((row: { id: string }) => row.id);
}

describe('a webhook', () => {
  test('has a URL, a note and each event once, and shows its secret once', async () => {
    const made = await admin('POST', '', {
      url: ' https://example.com/hook?a=b ',
      events: ['purchase.created', 'plan.ended', 'purchase.created'],
      note: ' For the books ',
    });
    expect(made.body).toMatchObject({
      url: 'https://example.com/hook?a=b',
      note: 'For the books',
      is_enabled: true,
      failing_since: null,
      gave_up_at: null,
      former_until: null,
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(made.body.events.toSorted()).toEqual(['plan.ended', 'purchase.created']);
    const { secret: _, ...shown } = made.body;
    expect(await find(made.body.id)).toEqual(shown);
    await admin('DELETE', `/${made.body.id}`);
    expect(await find(made.body.id)).toBeUndefined();
    expect((await admin('DELETE', `/${made.body.id}`)).status).toBe(404);
  });

  test.each([
    [{ events: [] }, 'Choose at least one.'],
    [{ events: ['everything'] }, ''],
    [{ url: 'example.com' }, 'Enter an address that starts with https://'],
    [{ url: 'https://user:pass@example.com/hook' }, 'Leave out the username and password'],
    [{ url: 'https://example.com:99999/hook' }, 'This is not a valid address'],
    [{ url: 'https://example .com/hook' }, 'This is not a valid address'],
    [{ url: 'http://example.com/hook' }, 'url: Use an address that starts with https://.'],
    [{ note: 'n'.repeat(limits.webhookNote + 1) }, ''],
    [{ secret: 'whsec_mine' }, ''],
  ])('is not made of %j', async (more, reason) => {
    const refused = await admin('POST', '', { url: 'https://example.com/', events, ...more });
    expect(refused.status).toBe(422);
    expect(refused.body.error).toContain(reason);
  });

  test('changes only the fields that are sent, and resets its failures with a new URL', async () => {
    const { id } = await make({ note: 'Before' });
    const fail = () =>
      site.pool.query(
        `update webhook_endpoints set failures = 4, failing_since = now(), paused_until = now() + interval '1 hour' where id = $1`,
        [id],
      );
    /** The number of failures in a row, and whether deliveries are paused. */
    const failures = async () => {
      const { rows } = await site.pool.query(
        'select failures, paused_until is not null as is_paused from webhook_endpoints where id = $1',
        [id],
      );
      return rows[0];
    };
    await fail();
    const change = async (body: object) => (await admin('PATCH', `/${id}`, body)).body;
    expect(await change({ note: '' })).toMatchObject({ note: '', url: 'https://example.com/hook', events });
    expect((await find(id)).failing_since).not.toBeNull();
    expect(await change({ events: ['plan.ended', 'plan.ended'] })).toMatchObject({
      events: ['plan.ended'],
      is_enabled: true,
    });
    // A form sends all it shows.
    const shown = { url: 'https://example.com/hook', is_enabled: true, note: 'Later' };
    expect(await change(shown)).toMatchObject(shown);
    expect((await find(id)).failing_since).not.toBeNull();
    expect(await failures()).toEqual({ failures: 4, is_paused: true });
    expect(await change({ note: '' })).toMatchObject({ note: '' });
    expect(await change({ url: 'https://example.com/new' })).toMatchObject({ failing_since: null, note: '' });
    expect(await failures()).toEqual({ failures: 0, is_paused: false });
    await fail();
    expect(await change({ is_enabled: false })).toMatchObject({ is_enabled: false });
    expect((await find(id)).failing_since).not.toBeNull();
    expect(await change({ is_enabled: true })).toMatchObject({ is_enabled: true, failing_since: null });
    expect(await failures()).toEqual({ failures: 0, is_paused: false });
    expect((await admin('PATCH', `/${id}`, { url: 'https://10.0.0.1/' })).status).toBe(422);
    expect((await find(id)).url).toBe('https://example.com/new');
    expect((await admin('PATCH', `/${crypto.randomUUID()}`, { note: 'x' })).status).toBe(404);
  });

  test('that is sent again gets another secret in place of the one that nobody has seen', async () => {
    const id = crypto.randomUUID();
    const first = await make({ id });
    const second = await make({ id });
    expect(second.secret).toMatch(/^whsec_/);
    expect(second.secret).not.toBe(first.secret);
    expect((await admin('POST', `/${id}/secret`)).status).toBe(200);
    expect((await admin('POST', '', { id, url: 'https://example.com/hook', events })).status).toBe(409);
  });

  test('is not changed over the change of another admin', async () => {
    const { id } = await make();
    const { updated_at } = await find(id);
    expect((await admin('PATCH', `/${id}`, { note: 'Theirs', updated_at })).status).toBe(200);
    expect((await admin('PATCH', `/${id}`, { note: 'Mine', updated_at })).status).toBe(409);
    expect((await find(id)).note).toBe('Theirs');
  });

  test('uses both secrets for a day after getting a new one', async () => {
    const { id, secret } = await make();
    const rotated = (await admin('POST', `/${id}/secret`)).body;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    const hours = (Date.parse(rotated.former_until) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    await site.pool.query(
      "update webhook_endpoints set former_until = now() - interval '1 second' where id = $1",
      [id],
    );
    expect((await find(id)).former_until).toBeNull();
    expect((await admin('POST', `/${crypto.randomUUID()}/secret`)).status).toBe(404);
  });

  test('that is off refuses tests and resending, and says so', async () => {
    const { id } = await make();
    const [waiting = '', done = ''] = await deliver(id, ['pending', 'delivered']);
    expect((await admin('POST', `/${id}/deliveries/${waiting}/resend`)).body.error).toBe(
      'This event is still waiting to be sent.',
    );
    await admin('PATCH', `/${id}`, { is_enabled: false });
    const { items } = (await admin('GET', `/${id}/deliveries`)).body;
    expect(items.map(({ status }: { status: string }) => status).toSorted()).toEqual(['delivered', 'failed']);
    for (const path of ['/test', '/resend-failed', `/deliveries/${done}/resend`]) {
      const refused = await admin('POST', `/${id}${path}`);
      expect([path, refused.status, refused.body.error]).toEqual([
        path,
        409,
        'This webhook is off. Turn it on first.',
      ]);
    }
    for (const path of ['/test', '/resend-failed'])
      expect((await admin('POST', `/${crypto.randomUUID()}${path}`)).status).toBe(404);
  });
});

describe('the deliveries of a webhook', () => {
  test('are listed page by page, each once and only for this webhook', async () => {
    const [one, two] = [await make(), await make()];
    const made = await deliver(one.id, [
      'delivered',
      'failed',
      'delivered',
      'delivered',
      'failed',
      'delivered',
      'failed',
    ]);
    const [theirs] = await deliver(two.id, ['failed']);
    const ids = async (query: string) =>
      (
        await readAllPages<{ id: string }>(site, `/api/v1/admin/webhooks/${one.id}/deliveries?${query}`, {
          token,
        })
      ).items.map(({ id }) => id);
    for (const limit of [1, 2, 7]) {
      const read = await ids(`limit=${limit}`);
      expect(read.toSorted()).toEqual(made.toSorted());
    }
    expect(await ids('limit=2&status=failed')).toHaveLength(3);
    const failed = await admin('GET', `/${one.id}/deliveries?limit=2&status=failed`);
    expect(failed.body).toMatchObject({ items: [{}, {}], total: 3 });
    expect(await ids('status=pending')).toEqual([]);
    expect((await admin('POST', `/${one.id}/deliveries/${theirs}/resend`)).status).toBe(404);
    for (const [query, status] of [
      ['cursor=x', 400],
      ['limit=0', 422],
      ['limit=101', 422],
      ['status=lost', 422],
    ] as const)
      expect((await admin('GET', `/${one.id}/deliveries?${query}`)).status, query).toBe(status);
    expect((await admin('GET', `/${crypto.randomUUID()}/deliveries`)).status).toBe(404);
  });
});

test('sending what failed again, and turning off, leave delivered events and other webhooks alone', async () => {
  const [one, two] = [await make(), await make()];
  await deliver(one.id, ['failed', 'delivered']);
  await deliver(two.id, ['failed', 'pending']);
  const { items } = (await admin('GET', '')).body;
  expect(items.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([two.id, one.id]);
  const statuses = async (id: string) =>
    (await admin('GET', `/${id}/deliveries`)).body.items
      .map(({ status }: { status: string }) => status)
      .toSorted();
  expect((await admin('POST', `/${one.id}/resend-failed`)).body).toEqual({ count: 1 });
  expect([await statuses(one.id), await statuses(two.id)]).toEqual([
    ['delivered', 'pending'],
    ['failed', 'pending'],
  ]);
  await admin('PATCH', `/${one.id}`, { is_enabled: false });
  expect([await statuses(one.id), await statuses(two.id)]).toEqual([
    ['delivered', 'failed'],
    ['failed', 'pending'],
  ]);
});

test('a sign-in of over a day ago is not enough to send events elsewhere, or to learn a secret', async () => {
  const { id } = await make();
  const signedIn = (hours: number) =>
    site.pool.query(
      'update auth.sessions set created_at = now() - make_interval(hours => $1) where user_id = $2',
      [hours, adminId],
    );
  await signedIn(25);
  const other = 'https://other.example.com/hook';
  for (const { status, body } of [
    await admin('POST', '', { url: other, events }),
    await admin('PATCH', `/${id}`, { url: other }),
    await admin('POST', `/${id}/secret`),
  ])
    expect([status, body.code]).toEqual([403, 'reauthentication_needed']);
  expect(await find(id)).toMatchObject({ url: 'https://example.com/hook', former_until: null });
  const same = { url: 'https://example.com/hook', note: 'Books', is_enabled: false };
  expect((await admin('PATCH', `/${id}`, same)).body).toMatchObject(same);
  await signedIn(23);
  expect((await admin('PATCH', `/${id}`, { url: other })).body.url).toBe(other);
  expect((await admin('POST', `/${id}/secret`)).status).toBe(200);
  await admin('DELETE', `/${id}`);
});

test('a site has at most twenty webhooks, even if several are added at once', async () => {
  const { total } = (await admin('GET', '')).body;
  await site.pool.query(
    `insert into webhook_endpoints (url, events, note, secret)
      select 'https://example.com/' || n, '{plan.ended}', '', '\\x00' from generate_series(1, $1) n`,
    [limits.webhooks - total - 2],
  );
  const body = { url: 'https://example.com/hook', events };
  const made = await Promise.all(Array.from({ length: 8 }, () => admin('POST', '', body)));
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(6).fill(409)]);
  expect((await admin('POST', '', body)).body.error).toBe('You have 20 webhooks. Delete one to add another.');
  expect((await admin('GET', '')).body.total).toBe(limits.webhooks);
});

test("webhooks are for admins: editors and support don't see any", async () => {
  for (const role of ['editor', 'support', 'member'] as const) {
    const { token: theirs } = await buildTeam(site, role);
    expect((await site.api('GET', '/api/v1/admin/webhooks', { token: theirs })).status).toBe(403);
  }
});
