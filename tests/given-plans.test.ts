import { describe, expect, test } from 'vitest';
import { buildGift, buildMember, buildPlaybook, buildTier } from './harness/build.ts';
import { promptory } from './harness/command-line.ts';
import {
  act,
  admin,
  conclude,
  levels,
  type Member,
  plan,
  pro,
  site,
  start,
  subscriber,
  withPlansSite,
} from './harness/plans-site.ts';
import { appSecret } from './harness/site.ts';

withPlansSite();

// Plans given by an admin, and playbooks bought individually.
const command = (...args: string[]) =>
  promptory(
    {
      DATABASE_URL: site.database.connectionString,
      DATA_DIR: site.dataDir,
      APP_SECRET: appSecret,
      PUBLIC_URL: site.url,
      TZ: 'Asia/Tokyo',
    },
    ...args,
  );

describe('a given plan', () => {
  test('applies at once until its end, and the higher one applies beside a paid plan', async () => {
    const member = await buildMember(site);
    const given = await command(
      'member',
      'tier',
      member.email.toUpperCase(),
      'studio',
      '--until',
      '2999-01-31',
    );
    expect([given.code, given.stderr]).toEqual([0, '']);
    expect(await plan(member)).toMatchObject({
      plan: 'Studio',
      source: 'complimentary',
      status: null,
      ends_at: '2999-01-31T23:59:59.999Z',
    });
    const lower = { type: 'subscription', tierId: 1 };
    expect((await start(member, lower)).body.code).toBe('has_complimentary_plan');
    const { body } = await start(member, { ...lower, despite_complimentary: true });
    await conclude(member, body.url);
    expect(await plan(member)).toMatchObject({
      plan: 'Studio',
      source: 'complimentary',
      status: 'trialing',
      amount: 1_200,
    });
    expect((await command('member', 'tier', member.email, 'none')).code).toBe(0);
    expect(await plan(member)).toMatchObject({ plan: 'Pro', source: 'subscription' });
    const logged = await site.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'target_id'])
      .where('actor_kind', '=', 'command')
      .execute();
    const entry = { action: 'member tier', actor_id: null, target_id: member.id };
    expect(logged).toEqual([entry, entry]);
  });

  test.each([
    ['2999-01-31T18:00', '2999-01-31T18:00:00.000Z'],
    ['2999-01-31T18:00:30Z', '2999-01-31T18:00:30.000Z'],
    ['2999-01-31T18:00+02:00', '2999-01-31T16:00:00.000Z'],
  ])(
    'ends at a time in UTC unless it names a zone, wherever the command runs: %s',
    async (until, ends_at) => {
      const member = await buildMember(site);
      expect((await command('member', 'tier', member.email, 'Pro', '--until', until)).code).toBe(0);
      expect(await plan(member)).toMatchObject({ plan: 'Pro', ends_at });
    },
  );

  test('ends by itself', async () => {
    const member = await buildMember(site);
    await command('member', 'tier', member.email, 'Pro', '--until', '2999-01-31');
    expect(await levels(member)).toEqual([true, true, false]);
    const past = new Date(Date.now() - 1_000);
    await site.db
      .updateTable('profiles')
      .set({ tier_until: past, complimentary_until: past })
      .where('id', '=', member.id)
      .execute();
    expect(await plan(member)).toMatchObject({ plan: 'Free', source: 'free' });
    expect(await levels(member)).toEqual([true, false, false]);
    await site.services.billing.reconcile.due();
    const row = await site.db
      .selectFrom('profiles')
      .select('tier_id')
      .where('id', '=', member.id)
      .executeTakeFirst();
    expect(row).toEqual({ tier_id: null });
  });

  test('is refused without a tier, for an ambiguous name, and for a past day', async () => {
    const member = await buildMember(site);
    const twins = [
      await buildTier(site, { name: 'Twin', access_level: 6 }),
      await buildTier(site, { name: 'TWIN', access_level: 7 }),
    ];
    for (const args of [
      [member.email, 'Nothing'],
      [member.email, 'Twin'],
      [member.email, 'Pro', '--until', '2020-01-01'],
    ]) {
      const answer = await command('member', 'tier', ...args);
      expect([args.join(' '), answer.code]).toEqual([args.join(' '), 1]);
      expect(answer.stderr).not.toContain('    at ');
    }
    expect((await plan(member)).plan).toBe('Free');
    expect((await command('member', 'tier', member.email, twins[1]?.id ?? '')).code).toBe(0);
    expect((await plan(member)).plan).toBe('TWIN');
  });
});

test('deleting a given plan leaves its members what else they have, at once', async () => {
  const tier = await buildTier(site, { name: 'Passing', access_level: 8 });
  const [payer, gifted, other] = [await subscriber(1), await buildMember(site), await buildMember(site)];
  const { code } = await buildGift(site, pro);
  for (const { id } of [payer, gifted, other])
    await admin('PUT', `/members/${id}/plan`, { tier_id: tier.id, until: null });
  expect((await site.api('POST', `/api/v1/gifts/${code}/redeem`, { token: gifted.token })).status).toBe(200);
  expect(await plan(gifted)).toMatchObject({ plan: 'Passing', gifts: [{ plan: 'Pro', ends_at: null }] });
  await site.db
    .insertInto('webhook_endpoints')
    .values({
      url: 'https://hooks.example.com',
      secret: Buffer.from(''),
      paused_until: new Date('2999-01-01'),
      events: ['plan.started', 'plan.changed', 'plan.ended'],
    })
    .execute();
  expect((await admin('DELETE', `/tiers/${tier.id}`)).status).toBe(200);
  expect(await plan(payer)).toMatchObject({ plan: 'Pro', source: 'subscription' });
  expect(await plan(gifted)).toMatchObject({ plan: 'Pro', source: 'gift' });
  expect(await plan(other)).toMatchObject({ plan: 'Free', source: 'free' });
  expect(await levels(payer)).toEqual([true, true, false]);
  await site.services.billing.reconcile.recomputeMembers({});
  const events = await site.db.selectFrom('webhook_events').select(['type', 'member_id', 'data']).execute();
  for (const { data } of events)
    expect(data).toMatchObject({ former_plan: { id: tier.id, name: 'Passing' } });
  expect(events.map(({ type, member_id }) => [type, member_id]).sort()).toEqual(
    [
      ['plan.changed', payer.id],
      ['plan.changed', gifted.id],
      ['plan.ended', other.id],
    ].sort(),
  );
});

describe('a purchased playbook', () => {
  test('is bought once, by those who cannot read it yet, and stays bought whatever the plan', async () => {
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 1_900 });
    const member = await buildMember(site);
    const request = { type: 'playbook', playbookId: playbook.id };
    const { body } = await start(member, request);
    expect((await start(member, request)).body.url).toBe(body.url);
    await conclude(member, body.url);
    expect((await start(member, request)).status).toBe(409);
    const read = async (who: Member) =>
      (await site.api('GET', `/api/v1/playbooks/${playbook.slug}`, { token: who.token })).body.can.read;
    expect(await read(member)).toBe(true);
    const rich = await subscriber(2);
    expect((await start(rich, request)).status).toBe(409);
    expect((await admin('DELETE', `/playbooks/${playbook.id}`)).status).toBe(409);
    await act(member, 'dispute');
    expect(await read(member)).toBe(false);
  });

  test('that is not for sale, a draft, or missing cannot be bought', async () => {
    const member = await buildMember(site);
    const draft = await buildPlaybook(site, {
      status: 'draft',
      tier_access: 2,
      is_purchasable: true,
      price: 1_900,
    });
    const free = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 0 });
    const closed = await buildPlaybook(site, { tier_access: 2, is_purchasable: false, price: 1_900 });
    for (const [playbookId, status] of [
      [draft.id, 404],
      [crypto.randomUUID(), 404],
      [free.id, 409],
      [closed.id, 409],
      ['no id', 422],
    ] as const)
      expect([status, (await start(member, { type: 'playbook', playbookId })).status]).toEqual([
        status,
        status,
      ]);
    for (const body of [
      {},
      { type: 'gift' },
      { type: 'subscription' },
      { type: 'subscription', tierId: 1, interval: 'day' },
    ])
      expect((await start(member, body)).status).toBe(422);
    expect((await start(member, { type: 'subscription', tierId: 0 })).status).toBe(409);
    expect((await start(member, { type: 'subscription', tierId: 999 })).status).toBe(404);
  });
});
