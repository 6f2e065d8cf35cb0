import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  buildAdmin,
  buildGift,
  buildMember,
  buildSuspendedAdmin,
  buildTier,
  readAllPages,
} from '#tests/harness/build.ts';
import {
  admin,
  levels,
  type Member,
  plan,
  pro,
  site,
  studio,
  withPlansSite,
} from '#tests/harness/plans-site.ts';

withPlansSite();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const redeem = ({ token }: Member, code: string) =>
  site.api('POST', `/api/v1/gifts/${code}/redeem`, { token });
const refusal = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error];
const emailsTo = async ({ email }: { email: string }) =>
  (await site.emails())
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => text.replaceAll('=\r\n', '').replaceAll('=C3=BC', 'ü').replaceAll('=3D', '='));
const codesOf = ({ body }: { body: { items: { code: string }[] } }) =>
  body.items.map(({ code }) => code).sort();
/** A gift that a member has redeemed, in any state. */
const given = async (values: NonNullable<Parameters<typeof buildGift>[2]>, tier = pro) =>
  buildGift(site, tier, { redeemed_by: (await buildMember(site)).id, redeemed_at: inDays(-3), ...values });

describe('new gift codes', () => {
  test('are the same ones when the request is sent again after its answer was lost', async () => {
    const request = { id: crypto.randomUUID(), tier_id: pro.id, months: 2, count: 5, note: 'sent twice' };
    const [first, ...others] = await Promise.all(
      [1, 2, 3].map(() => admin('POST', '/offers/gifts', request)),
    );
    const again = await admin('POST', '/offers/gifts', { ...request, id: request.id.toUpperCase() });
    for (const answer of [...others, again]) {
      expect(answer.status).toBe(201);
      expect(codesOf(answer)).toEqual(codesOf(first as typeof again));
    }
    const other = await admin('POST', '/offers/gifts', { ...request, id: crypto.randomUUID() });
    expect(codesOf(other)).toHaveLength(5);
    expect((await admin('GET', '/offers/gifts?q=sent twice')).body.total).toBe(10);
  });

  test('of an earlier attempt are named in the refusal of a request with the same id and other values', async () => {
    const id = crypto.randomUUID();
    const request = { id, tier_id: pro.id, months: 2, count: 5, note: 'changed since', redeem_by: inDays(9) };
    const made = await admin('POST', '/offers/gifts', request);
    const others = [
      { count: 4 },
      { months: null, days: 2 },
      { months: 3 },
      { tier_id: studio.id },
      { tier_id: studio.id, count: 6 },
      { note: 'by another name' },
      { redeem_by: null },
    ];
    for (const other of others)
      expect([other, ...refusal(await admin('POST', '/offers/gifts', { ...request, ...other }))]).toEqual([
        ...[other, 409],
        "An earlier attempt already created 5 gift codes. Revoke the ones that aren't needed, then create the new ones.",
      ]);
    expect((await admin('GET', '/offers/gifts?q=changed since')).body.total).toBe(5);
    expect((await admin('GET', '/offers/gifts?q=by another name')).body.total).toBe(0);
    expect(codesOf(await admin('POST', '/offers/gifts', request))).toEqual(codesOf(made));
    const { items } = (await admin('GET', '/offers/gifts?q=changed since')).body;
    await admin('POST', `/offers/gifts/${items[0].id}/revoke`);
    expect((await admin('POST', '/offers/gifts', request)).status).toBe(409);
  });

  test('of an earlier attempt are named if only their number of days differs', async () => {
    const terms = { tier_id: pro.id, months: null, days: 5, redeem_by: null };
    const request = { id: crypto.randomUUID(), count: 2, note: 'for days', ...terms };
    const made = await admin('POST', '/offers/gifts', request);
    expect((await admin('POST', '/offers/gifts', { ...request, days: 6 })).status).toBe(409);
    expect(codesOf(await admin('POST', '/offers/gifts', request))).toEqual(codesOf(made));
  });

  test('must expire on a future day', async () => {
    const request = { tier_id: pro.id, months: 2, note: 'too late', redeem_by: inDays(-1) };
    expect(refusal(await admin('POST', '/offers/gifts', request))).toEqual([
      422,
      'redeem_by: This date is in the past',
    ]);
    expect((await admin('GET', '/offers/gifts?q=too late')).body.total).toBe(0);
  });

  test('are listed page by page, each once, even if all were created at the same moment', async () => {
    const created_at = '2026-01-02T03:04:05.678Z';
    const made: string[] = [];
    for (let number = 0; number < 7; number += 1)
      made.push((await buildGift(site, pro, { note: 'by pages', created_at })).code);
    const { token } = await buildAdmin(site);
    const path = '/api/v1/admin/offers/gifts?q=BY PAGES&limit=3';
    const { items, pages } = await readAllPages<{ code: string }>(site, path, { token });
    expect([items.map(({ code }) => code).sort(), pages]).toEqual([made.sort(), 3]);
  });

  test('are found by the text of their note, without patterns', async () => {
    for (const note of ['100% off_A', '1000 offXA']) await buildGift(site, pro, { note });
    const found = async (q: string) =>
      (await admin('GET', `/offers/gifts?q=${encodeURIComponent(q)}`)).body.items.map(
        ({ note }: { note: string }) => note,
      );
    expect([await found('100% '), await found('off_a')]).toEqual([['100% off_A'], ['100% off_A']]);
  });

  test('are found by their code and by who redeemed them, in any case', async () => {
    const member = await buildMember(site);
    const open = await buildGift(site, pro, { note: 'still open' });
    const gone = await buildGift(site, pro, {
      note: 'redeemed',
      redeemed_by: member.id,
      redeemed_at: '2026-01-05T10:00:00.000Z',
    });
    for (const [q, { code }] of [
      [open.code.slice(2).toLowerCase(), open],
      [member.email.slice(2).toUpperCase(), gone],
    ] as const) {
      const { items, total } = (await admin('GET', `/offers/gifts?q=${q}`)).body;
      expect([items.map((gift: { code: string }) => gift.code), total]).toEqual([[code], 1]);
    }
  });
});

describe('a gift code', () => {
  test('shows its state, in the list and in the table', async () => {
    const member = await buildMember(site);
    const had = { redeemed_by: member.id, redeemed_at: '2026-01-05T10:00:00.000Z' };
    const all = {
      open: await buildGift(site, pro, { redeem_by: '2999-01-01T23:59:59.999Z' }),
      expired: await buildGift(site, pro, { redeem_by: '2026-01-01T23:59:59.999Z' }),
      waiting: await buildGift(site, studio, { ...had, redeem_by: '2026-01-01T23:59:59.999Z', days: 7 }),
      running: await buildGift(site, pro, { ...had, ends_at: '2999-02-03T04:05:06.000Z' }),
      over: await buildGift(site, pro, { ...had, ends_at: '2026-02-03T04:05:06.000Z' }),
      revoked: await buildGift(site, pro, {
        ...had,
        ends_at: '2999-02-03T04:05:06.000Z',
        revoked_at: inDays(-1),
      }),
    };
    const { items } = (await admin('GET', '/offers/gifts?limit=100')).body;
    const { text } = await admin('GET', '/offers/gifts/export');
    const [header, ...lines] = text.split('\r\n');
    expect(header).toBe('code,link,plan,length,note,status,redeem_by,redeemed_by,redeemed_at,ends_at');
    for (const [status, { code }] of Object.entries(all)) {
      expect([code, items.find((item: { code: string }) => item.code === code)?.status]).toEqual([
        code,
        status,
      ]);
      expect(lines.find((line) => line.includes(code))).toContain(`,${status},`);
    }
    const lineOf = ({ code }: { code: string }) => lines.find((line) => line.startsWith(`${code},`));
    expect(lineOf(all.open)).toBe(
      `${all.open.code},${site.url}/gift?code=${all.open.code},Pro,1 month,,open,2999-01-01T23:59:59.999Z,,,`,
    );
    const inGerman = await site.api('GET', '/api/v1/admin/offers/gifts/export', {
      token: (await buildAdmin(site)).token,
      headers: { 'accept-language': 'de' },
    });
    expect(inGerman.text).toBe(text);
    expect(lineOf(all.waiting)).toContain('Studio,7 days,,waiting');
    expect(lineOf(all.running)).toMatch(
      new RegExp(`running,,${member.email},2026-01-05T10:00:00.000Z,2999-02-03T04:05:06.000Z$`),
    );
  });

  test.each([1, 12])('for %i months ends on the same day and time by the calendar', async (months) => {
    const member = await buildMember(site);
    const gift = await buildGift(site, pro, { months, note: `for ${months}` });
    const { body } = await redeem(member, gift.code);
    const [item] = (await admin('GET', `/offers/gifts?q=for ${months}`)).body.items;
    expect(item.ends_at).toBe(body.ends_at);
    const { rows } = await sql<{ is_exact: boolean }>`
      select abs(extract(epoch from ends_at - (redeemed_at at time zone 'UTC' + make_interval(months => months)) at time zone 'UTC')) < 1
        as is_exact from gifts where id = ${gift.id}`.execute(site.db);
    expect(rows).toEqual([{ is_exact: true }]);
  });

  test('for a deleted plan is no longer available, and stays in the table', async () => {
    const tier = await buildTier(site, { name: 'Gone', price: 100, access_level: 1 });
    const gift = await buildGift(site, tier, { redeem_by: inDays(-1), note: 'of a deleted plan' });
    expect((await admin('DELETE', `/tiers/${tier.id}`)).status).toBe(200);
    expect((await site.api('GET', `/api/v1/gifts/${gift.code}`)).body).toMatchObject({
      status: 'revoked',
      plan: '',
      features: [],
    });
    expect(refusal(await redeem(await buildMember(site), gift.code))).toEqual([
      409,
      'This gift is no longer available.',
    ]);
    const [item] = (await admin('GET', '/offers/gifts?q=of a deleted plan')).body.items;
    expect(item).toMatchObject({ plan: null, status: 'expired' });
  });
});

describe('revoking a gift', () => {
  test('keeps anyone from redeeming it', async () => {
    const gift = await buildGift(site, pro, { note: 'taken back' });
    const { status, body } = await admin('POST', `/offers/gifts/${gift.id}/revoke`);
    expect([status, body]).toMatchObject([200, { status: 'revoked', redeemed_by: null, redeemed_at: null }]);
    expect((await site.api('GET', `/api/v1/gifts/${gift.code}`)).body.status).toBe('revoked');
  });

  test('is refused once it is over, and leaves it unchanged', async () => {
    const gift = await given({ ends_at: inDays(-1), note: 'was over' });
    expect(refusal(await admin('POST', `/offers/gifts/${gift.id}/revoke`))).toEqual([
      ...[409, 'This gift has already ended.'],
    ]);
    expect((await admin('GET', '/offers/gifts?q=was over')).body.items[0].status).toBe('over');
    const unknown = crypto.randomUUID();
    expect((await admin('POST', `/offers/gifts/${unknown}/revoke`)).status).toBe(404);
  });

  test('is refused if the account that redeemed it was deleted', async () => {
    const gift = await buildGift(site, pro, { redeemed_at: inDays(-3), note: 'of nobody' });
    expect((await admin('GET', '/offers/gifts?q=of nobody')).body.items[0].status).toBe('over');
    expect(refusal(await admin('POST', `/offers/gifts/${gift.id}/revoke`))).toEqual([
      ...[409, 'This gift has already ended.'],
    ]);
  });

  test('informs its member in their language, and leaves other gifts alone', async () => {
    const member = await buildMember(site);
    await sql`update profiles set locale = 'de' where id = ${member.id}`.execute(site.db);
    const [higher, lower] = [await buildGift(site, studio), await buildGift(site, pro)];
    await redeem(member, higher.code);
    await redeem(member, lower.code);
    await admin('POST', `/offers/gifts/${higher.id}/revoke`);
    expect(await plan(member)).toMatchObject({ plan: 'Pro', source: 'gift' });
    await expect
      .poll(async () => (await emailsTo(member)).join())
      .toContain('Dein Geschenk Studio ist zu Ende'); // cspell:disable-line
  });
});

test("a revocation and a simultaneous change of the member don't deadlock", async () => {
  const member = await buildMember(site);
  const gift = await buildGift(site, pro, { redeemed_by: member.id, redeemed_at: inDays(-3) });
  const holder = await site.pool.connect();
  // In the same order as recomputing a member: first the profile, then the gift.
  await holder.query('begin');
  await holder.query('select from profiles where id = $1 for update', [member.id]);
  const revoked = admin('POST', `/offers/gifts/${gift.id}/revoke`);
  const waiting = () =>
    site.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  await expect.poll(async () => (await waiting()).rowCount).toBe(1);
  await holder.query("set local lock_timeout = '500ms'");
  const changed = holder.query('update gifts set ends_at = ends_at where id = $1', [gift.id]);
  await changed.finally(() => holder.query('commit')).finally(() => holder.release());
  expect((await revoked).status).toBe(200);
});

describe('a plan that is promised by a gift', () => {
  const redeemed = async () => ({ redeemed_at: inDays(-3), redeemed_by: (await buildMember(site)).id });
  const cases: [string, () => object, number][] = [
    ['that can still be redeemed', () => ({}), 409],
    ['that can be redeemed until later', () => ({ redeem_by: inDays(1) }), 409],
    ['that nobody redeemed in time', () => ({ redeem_by: inDays(-1) }), 200],
    ['that runs', async () => ({ ...(await redeemed()), ends_at: inDays(1) }), 409],
    [
      'that waits, though its code has expired',
      async () => ({ ...(await redeemed()), redeem_by: inDays(-1) }),
      409,
    ],
    ['that is over', async () => ({ ...(await redeemed()), ends_at: inDays(-1) }), 200],
    ['that ran for an account that is gone', () => ({ redeemed_at: inDays(-3), ends_at: inDays(1) }), 200],
    ['that waited for an account that is gone', () => ({ redeemed_at: inDays(-3) }), 200],
    ['that was taken back', () => ({ revoked_at: inDays(-1) }), 200],
  ];
  test.each(cases)('%s', async (_name, values, status) => {
    const tier = await buildTier(site, { price: 100, access_level: 1 });
    await buildGift(site, tier, await values());
    expect((await admin('DELETE', `/tiers/${tier.id}`)).status).toBe(status);
  });
});

// cspell:disable
test('admins are reminded of many gifts in one email, in their language, with the rest as a number', async () => {
  await sql`update gifts set reminded_at = now()`.execute(site.db);
  const [boss, suspended] = [await buildAdmin(site), await buildSuspendedAdmin(site)];
  await sql`update profiles set email_notifications = (id in (${boss.id}, ${suspended.id})), locale = 'de' where role = 'admin'`.execute(
    site.db,
  );
  const codes: string[] = [];
  for (let day = 0; day < 23; day += 1)
    codes.push((await buildGift(site, pro, { created_at: inDays(-60 + day), note: `gift ${day}` })).code);
  await site.services.giftReminders();
  await expect.poll(() => emailsTo(boss)).toHaveLength(1);
  expect(await emailsTo(suspended)).toEqual([]);
  const [email = ''] = await emailsTo(boss);
  expect(email).toContain('23 Geschenkcodes wurden noch nicht eingel');
  expect(email).toContain('3 weitere');
  // The oldest ones are named.
  expect(codes.filter((code) => email.includes(code))).toEqual(codes.slice(0, 20));
  expect(email).toContain('Pro für 1 Monat, ohne Ende, gift 0');
  expect(email).toContain(`${site.url}/admin/offers`);
});

describe('gift codes in the admin area', () => {
  test('can be created in bulk, are all different, found by their note, and exported', async () => {
    const made = await admin('POST', '/offers/gifts', {
      tier_id: pro.id,
      days: 10,
      count: 40,
      note: '=Podcast "May"',
    });
    expect(made.status).toBe(201);
    const codes: string[] = made.body.items.map(({ code }: { code: string }) => code);
    expect(new Set(codes).size).toBe(40);
    expect(codes.every((code) => /^([2-9A-Z]{4}-){2}[2-9A-Z]{4}$/.test(code))).toBe(true);
    const { body } = await admin('GET', '/offers/gifts?q=podcast&limit=30');
    expect([body.items.length, body.total, body.next_cursor === null]).toEqual([30, 40, false]);
    expect(body.items[0]).toMatchObject({ plan: 'Pro', days: 10, months: null, status: 'open' });
    const { text, headers } = await admin('GET', '/offers/gifts/export');
    expect(headers.get('content-type')).toContain('text/csv');
    const row = text.split('\r\n').find((line) => line.includes(codes[0] ?? '?'));
    // A spreadsheet must not treat the note as a formula.
    expect(row).toContain(`,Pro,10 days,"'=Podcast ""May""",open,`);
  });

  test('only accept values within their limits', async () => {
    const good = { tier_id: pro.id, months: 1 };
    for (const bad of [
      { months: 0 },
      { months: 121 },
      { days: 3 },
      { months: null },
      { count: 0 },
      { count: 501 },
      { note: 'x'.repeat(201) },
      { redeem_by: 'soon' },
    ])
      expect([bad, (await admin('POST', '/offers/gifts', { ...good, ...bad })).status]).toEqual([bad, 422]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await admin('POST', '/offers/gifts', { ...good, tier_id: unknown })).status).toBe(404);
  });

  test('show who redeemed them; a revoked one ends at once, and its member is informed', async () => {
    const gift = await buildGift(site, pro, { note: 'to revoke' });
    const member = await buildMember(site);
    await redeem(member, gift.code);
    const { body } = await admin('GET', '/offers/gifts?q=to revoke');
    expect(body.items[0]).toMatchObject({ status: 'running', redeemed_by: member.email });
    expect(await levels(member)).toEqual([true, true, false]);
    const revoked = await admin('POST', `/offers/gifts/${gift.id}/revoke`);
    expect([revoked.status, revoked.body.status]).toEqual([200, 'revoked']);
    expect(await levels(member)).toEqual([true, false, false]);
    expect(await plan(member)).toMatchObject({ plan: 'Free', source: 'free', gifts: [] });
    expect((await admin('POST', `/offers/gifts/${gift.id}/revoke`)).status).toBe(409);
    await expect
      .poll(async () =>
        (await emailsTo(member)).some((email) => email.includes('Your gift of Pro has ended')),
      )
      .toBe(true);
  });

  test("aren't said to have ended if they were revoked before they began", async () => {
    const member = await buildMember(site);
    const [running, waiting] = [await buildGift(site, studio), await buildGift(site, pro)];
    for (const { code } of [running, waiting]) await redeem(member, code);
    for (const { id } of [running, waiting])
      await site.db
        .updateTable('gifts')
        .set({ redeemed_at: inDays(-1) })
        .where('id', '=', id)
        .execute();
    await admin('POST', `/offers/gifts/${waiting.id}/revoke`);
    const subjects = async () =>
      (await emailsTo(member)).map((email) => /^Subject: (.*?)\r?$/m.exec(email)?.[1]);
    await expect.poll(subjects).toContain('Your gift of Pro was withdrawn');
    expect(await subjects()).not.toContain('Your gift of Pro has ended');
  });

  test('keep the plan that they promise from being deleted', async () => {
    const { body: tier } = await admin('POST', '/tiers', { name: 'Promised', price: 500, access_level: 7 });
    const gift = await buildGift(site, tier);
    await buildGift(site, tier, { redeem_by: new Date(0) });
    expect((await admin('GET', `/tiers/${tier.id}`)).body.gift_count).toBe(1);
    expect(refusal(await admin('DELETE', `/tiers/${tier.id}`))).toEqual([
      409,
      'This tier is promised by 1 gift code. Revoke it first, under Offers.',
    ]);
    await admin('POST', `/offers/gifts/${gift.id}/revoke`);
    expect((await admin('DELETE', `/tiers/${tier.id}`)).status).toBe(200);
  });
});
