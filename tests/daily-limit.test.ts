import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { awayFromTheHour } from './harness/away-from-the-hour.ts';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

beforeEach(() => awayFromTheHour());

let site: TestSite;
let slug: string;
beforeAll(async () => {
  site = await createTestSite();
  slug = (await buildPrompt(site)).slug;
});
afterAll(() => site.stop());

type Member = Awaited<ReturnType<typeof buildMember>>;
const allowance = async ({ token }: Member) => {
  const { body: profile } = await site.api('GET', '/api/v1/profile', { token });
  const { body: plan } = await site.api('GET', '/api/v1/subscription', { token });
  expect([plan.daily_copy_limit, plan.copies_left]).toEqual([profile.daily_copy_limit, profile.copies_left]);
  return [profile.daily_copy_limit, profile.copies_left];
};
const copy = ({ token }: Member, of = slug) => site.api('POST', `/api/v1/prompts/${of}/copies`, { token });

describe('the daily limit', () => {
  test('is ten if the site has no tiers', async () => {
    expect(await allowance(await buildMember(site))).toEqual([10, 10]);
  });

  test('is that of the member’s own tier, whatever other tiers there are', async () => {
    const tiers = [
      await buildTier(site, { price: 900, access_level: 1, daily_copy_limit: 50 }),
      await buildTier(site, { price: 100, access_level: 1, daily_copy_limit: 3 }),
      await buildTier(site, { price: 2_900, access_level: 2, daily_copy_limit: 999_998 }),
      await buildTier(site, { price: 0, access_level: 2, daily_copy_limit: 1 }),
      await buildTier(site, { price: 0, access_level: 0, daily_copy_limit: 5 }),
      await buildTier(site, { price: 300, access_level: 0, daily_copy_limit: 8 }),
    ];
    for (const tier of tiers) {
      const member = await buildMember(site, { tier });
      expect(await allowance(member)).toEqual([tier.daily_copy_limit, tier.daily_copy_limit]);
      expect((await copy(member)).body.copies_left).toBe(tier.daily_copy_limit - 1);
    }
  });

  test('of a member without a tier is that of the cheapest tier of level 0', async () => {
    const member = await buildMember(site);
    expect(await allowance(member)).toEqual([5, 5]);
    const cheaper = await site.db
      .updateTable('tiers')
      .set({ price: 0, daily_copy_limit: 6 })
      .where('access_level', '=', 0)
      .where('price', '=', 300)
      .returning('id')
      .executeTakeFirstOrThrow();
    await site.db
      .updateTable('tiers')
      .set({ price: 100 })
      .where('access_level', '=', 0)
      .where('id', '!=', cheaper.id)
      .execute();
    expect(await allowance(member)).toEqual([6, 6]);
  });

  test('of an expired tier no longer applies', async () => {
    const tier = await buildTier(site, { access_level: 3, daily_copy_limit: 77 });
    const member = await buildMember(site, { tier });
    const setUntil = (tier_until: Date) =>
      site.db.updateTable('profiles').set({ tier_until }).where('id', '=', member.id).execute();
    await setUntil(new Date(Date.now() + 3_600_000));
    expect((await allowance(member))[0]).toBe(77);
    await setUntil(new Date(Date.now() - 1_000));
    expect((await allowance(member))[0]).toBe(6);
  });

  test('of zero allows no copies', async () => {
    const tier = await buildTier(site, { access_level: 1, daily_copy_limit: 0 });
    const member = await buildMember(site, { tier });
    expect((await copy(member)).body.code).toBe('daily_copy_limit_reached');
    expect(await allowance(member)).toEqual([0, 0]);
  });

  test('is counted per member, for prompts and playbooks together', async () => {
    const tier = await buildTier(site, { access_level: 1, daily_copy_limit: 2 });
    const [one, other] = [await buildMember(site, { tier }), await buildMember(site, { tier })];
    const playbook = await buildPlaybook(site);
    await buildStep(site, playbook, { prompts: [{ type: 'manual', title: 'Own', prompt_body: 'own text' }] });
    const copyStep = ({ token }: Member) =>
      site.api('POST', `/api/v1/playbooks/${playbook.slug}/steps/0/prompts/0/copies`, { token });
    expect((await copy(one)).body.copies_left).toBe(1);
    expect((await copyStep(one)).body.copies_left).toBe(0);
    expect([(await copy(one)).status, (await copyStep(one)).status]).toEqual([429, 429]);
    expect(await allowance(one)).toEqual([2, 0]);
    expect((await copyStep(other)).body.copies_left).toBe(1);
  });

  test('applies at once when it is changed during the day', async () => {
    const tier = await buildTier(site, { access_level: 1, daily_copy_limit: 5 });
    const member = await buildMember(site, { tier });
    for (let index = 0; index < 3; index += 1) await copy(member);
    const setLimit = (daily_copy_limit: number) =>
      site.db.updateTable('tiers').set({ daily_copy_limit }).where('id', '=', tier.id).execute();
    await setLimit(2);
    expect(await allowance(member)).toEqual([2, 0]);
    expect((await copy(member)).status).toBe(429);
    await setLimit(4);
    expect((await copy(member)).body.copies_left).toBe(0);
    await setLimit(999_999);
    expect(await allowance(member)).toEqual([999_999, null]);
    expect((await copy(member)).body.copies_left).toBeNull();
  });
});

describe('a copy', () => {
  test('that is refused is neither counted nor logged, and costs nothing', async () => {
    const member = await buildMember(site, { level: 0 });
    const locked = await buildPrompt(site, { tier_access: 2, prompt_body: 'gold' });
    const draft = await buildPrompt(site, { status: 'draft' });
    const before = await allowance(member);
    for (const [of, status] of [
      [locked.slug, 403],
      [draft.slug, 404],
      ['there-is-none', 404],
    ] as const) {
      const answer = await copy(member, of);
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain('gold');
    }
    expect(await allowance(member)).toEqual(before);
    const logged = await site.db
      .selectFrom('user_activity')
      .selectAll()
      .where('user_id', '=', member.id)
      .execute();
    expect(logged).toEqual([]);
  });

  test('over the limit says when more are available: at midnight UTC', async () => {
    const tier = await buildTier(site, { daily_copy_limit: 1, access_level: 1 });
    const member = await buildMember(site, { tier });
    await copy(member);
    const untilMidnight = () => Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 1_000);
    const before = untilMidnight();
    const wait = Number((await copy(member)).headers.get('retry-after'));
    const after = untilMidnight();
    // Around midnight, `after` belongs to the next day.
    if (after <= before) {
      expect(wait).toBeLessThanOrEqual(before);
      expect(wait).toBeGreaterThanOrEqual(after);
    }
  });

  test('that is repeated with its id, even at once, counts once, also if it was the last', async () => {
    const playbook = await buildPlaybook(site);
    await buildStep(site, playbook, { prompts: [{ type: 'manual', title: 'Own', prompt_body: 'own text' }] });
    const tier = await buildTier(site, { daily_copy_limit: 1, access_level: 1 });
    for (const path of [`/prompts/${slug}/copies`, `/playbooks/${playbook.slug}/steps/0/prompts/0/copies`])
      for (const reading_counts of [false, true]) {
        await site.db.updateTable('tiers').set({ reading_counts }).where('id', '=', tier.id).execute();
        const member = await buildMember(site, { tier });
        const body = { id: crypto.randomUUID() };
        const send = () => site.api('POST', `/api/v1${path}`, { token: member.token, body });
        for (const { status, body } of [...(await Promise.all([send(), send(), send()])), await send()])
          expect([status, body.copies_left, body.prompt_body]).toEqual([200, 0, expect.any(String)]);
        const { items } = (await site.api('GET', '/api/v1/history', { token: member.token })).body;
        expect(items.filter(({ action }: { action: string }) => action === 'copied')).toHaveLength(1);
        const { copies } = (await site.api('GET', '/api/v1/profile/export', { token: member.token })).body;
        expect(copies).toHaveLength(1);
      }
  });

  test('with the id of another one counts: of another item, place or member', async () => {
    const playbook = await buildPlaybook(site);
    const prompts = ['One', 'Two'].map((title) => ({ type: 'manual', title, prompt_body: title }));
    await buildStep(site, playbook, { prompts });
    const tier = await buildTier(site, { daily_copy_limit: 9, access_level: 1 });
    const [one, other] = [await buildMember(site, { tier }), await buildMember(site, { tier })];
    const { slug: second } = await buildPrompt(site);
    const id = crypto.randomUUID();
    const left = async ({ token }: Member, path: string) =>
      (await site.api('POST', `/api/v1${path}/copies`, { token, body: { id } })).body.copies_left;
    const step = `/playbooks/${playbook.slug}/steps/0/prompts`;
    const paths = [`/prompts/${slug}`, `/prompts/${second}`, `${step}/0`, `${step}/1`, `${step}/1`];
    const counted: number[] = [];
    for (const path of paths) counted.push(await left(one, path));
    expect(counted).toEqual([8, 7, 6, 5, 5]);
    expect(await left(other, `/prompts/${slug}`)).toBe(8);
  });

  test('by an admin is logged, has no limit, and works for drafts', async () => {
    const admin = await buildAdmin(site);
    const draft = await buildPrompt(site, { status: 'draft', tier_access: 9, prompt_body: 'not yet' });
    expect((await copy(admin, draft.slug)).body).toMatchObject({ prompt_body: 'not yet', copies_left: null });
    expect(await allowance(admin)).toEqual([999_999, null]);
    const { body } = await site.api('GET', '/api/v1/profile/export', { token: admin.token });
    expect(body.copies).toMatchObject([{ slug: draft.slug, target_type: 'prompt' }]);
  });

  test('returns the body exactly as it was written', async () => {
    const member = await buildMember(site);
    const prompt_body = `  leading\n\ttabs\r\n${'ü😀 '.repeat(500)}\u2028 {{blank}} <b>&amp;</b> trailing  \n`;
    const { slug: odd } = await buildPrompt(site, { prompt_body });
    expect((await copy(member, odd)).body.prompt_body).toBe(prompt_body);
  });
});

describe('reading', () => {
  const open = ({ token }: Member, of: string) => site.api('GET', `/api/v1/prompts/${of}`, { token });
  const openPlaybook = ({ token }: Member, of: string) =>
    site.api('GET', `/api/v1/playbooks/${of}`, { token });
  const newPrompt = async () =>
    (await buildPrompt(site, { prompt_body: 'gold', example_output: 'g'.repeat(300) })).slug;
  const newPlaybook = async (values = {}) => {
    const playbook = await buildPlaybook(site, values);
    await buildStep(site, playbook, { prompts: [{ type: 'manual', title: 'Own', prompt_body: 'gold' }] });
    return playbook;
  };

  test('is free unless the plan says otherwise, even after the last copy', async () => {
    const member = await buildMember(site, { tier: await buildTier(site, { daily_copy_limit: 1 }) });
    const of = await newPrompt();
    for (let time = 0; time < 3; time += 1) expect((await open(member, of)).body.prompt_body).toBe('gold');
    expect((await copy(member, of)).body.copies_left).toBe(0);
    expect((await copy(member, of)).status).toBe(429);
    expect((await open(member, of)).body).toMatchObject({ prompt_body: 'gold', daily_limit_reached: false });
  });

  test('if it counts, each item counts once a day, read or copied, and further items stay closed', async () => {
    const tier = await buildTier(site, { daily_copy_limit: 3, reading_counts: true });
    const member = await buildMember(site, { tier });
    const [first, second, third] = [await newPrompt(), await newPrompt(), await newPrompt()];
    const playbook = await newPlaybook();
    for (let time = 0; time < 3; time += 1)
      expect((await open(member, first)).body).toMatchObject({
        prompt_body: 'gold',
        can: { read: true, copy: true },
      });
    expect(await allowance(member)).toEqual([3, 2]);
    expect((await copy(member, first)).body.copies_left).toBe(2);
    expect((await copy(member, second)).body.copies_left).toBe(1);
    const steps = (await openPlaybook(member, playbook.slug)).body.steps;
    expect(steps[0].prompts[0].prompt_body).toBe('gold');
    expect(await allowance(member)).toEqual([3, 0]);
    const path = `/api/v1/playbooks/${playbook.slug}/steps/0/prompts/0/copies`;
    expect((await site.api('POST', path, { token: member.token })).body.copies_left).toBe(0);

    const closed = await open(member, third);
    expect(closed.body).toMatchObject({
      prompt_body: null,
      example_output: 'g'.repeat(200),
      daily_limit_reached: true,
      can: { read: false, copy: false, vote: true },
    });
    const other = await newPlaybook({ is_purchasable: true, price: 900 });
    const closedPlaybook = await openPlaybook(member, other.slug);
    expect(closedPlaybook.body).toMatchObject({
      steps: [],
      daily_limit_reached: true,
      can: { read: false, purchase: false },
    });
    const copies = await Promise.all([
      copy(member, third),
      site.api('POST', `/api/v1/playbooks/${other.slug}/steps/0/prompts/0/copies`, { token: member.token }),
    ]);
    expect(copies.map(({ body }) => body.code)).toEqual([
      'daily_copy_limit_reached',
      'daily_copy_limit_reached',
    ]);
    for (const { text } of [closed, closedPlaybook, ...copies]) expect(text).not.toContain('gold');

    expect((await open(member, first)).body.prompt_body).toBe('gold');
    await site.pool.query('update daily_copies set day = day - 1 where user_id = $1', [member.id]);
    await site.pool.query('update daily_reads set day = day - 1 where user_id = $1', [member.id]);
    expect((await open(member, third)).body.prompt_body).toBe('gold');
    expect(await allowance(member)).toEqual([3, 2]);
  });

  test('that is refused says when more is available', async () => {
    const tier = await buildTier(site, { daily_copy_limit: 0, reading_counts: true });
    const { token } = await buildMember(site, { tier });
    const [prompt, playbook] = [await newPrompt(), (await newPlaybook()).slug];
    const secondsLeft = () => (86_400_000 - (Date.now() % 86_400_000)) / 1_000;
    for (const path of [`prompts/${prompt}/versions/1`, `playbooks/${playbook}/versions/1`]) {
      const before = secondsLeft();
      const refused = await site.api('GET', `/api/v1/${path}`, { token });
      expect([path, refused.status, refused.body.code]).toEqual([path, 429, 'daily_copy_limit_reached']);
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      // Around midnight, the whole next day may be left.
      if (secondsLeft() <= before) expect(wait).toBeLessThanOrEqual(Math.ceil(before));
    }
  });

  test('if it counts, is not counted by a request for only the headers', async () => {
    const tier = await buildTier(site, { daily_copy_limit: 1, reading_counts: true });
    const member = await buildMember(site, { tier });
    const [prompt, playbook] = [await newPrompt(), (await newPlaybook()).slug];
    for (const path of [`prompts/${prompt}`, `playbooks/${playbook}`])
      for (const version of ['', '/versions/1']) {
        const headers = await site.api('HEAD', `/api/v1/${path}${version}`, { token: member.token });
        expect([path, version, headers.status, headers.text]).toEqual([path, version, 200, '']);
      }
    expect(await allowance(member)).toEqual([1, 1]);
    expect((await open(member, prompt)).body.prompt_body).toBe('gold');
    expect(await allowance(member)).toEqual([1, 0]);
  });

  test('if it counts, is counted exactly even for many requests at once', async () => {
    const tier = await buildTier(site, { daily_copy_limit: 4, reading_counts: true });
    const member = await buildMember(site, { tier });
    const items = await Promise.all(Array.from({ length: 8 }, newPrompt));
    const answers = await Promise.all([...items, ...items].map((of) => open(member, of)));
    const opened = new Set(answers.flatMap(({ body }) => (body.prompt_body === null ? [] : [body.slug])));
    expect(opened.size).toBe(4);
    expect(await allowance(member)).toEqual([4, 0]);
  });

  test('of a version that does not exist never counts', async () => {
    const tier = await buildTier(site, { daily_copy_limit: 1, reading_counts: true });
    const member = await buildMember(site, { tier });
    const slug = await newPrompt();
    const version = (number: number) =>
      site.api('GET', `/api/v1/prompts/${slug}/versions/${number}`, { token: member.token });
    expect((await version(2)).status).toBe(404);
    expect(await allowance(member)).toEqual([1, 1]);
    expect((await version(1)).body.prompt_body).toBe('gold');
    expect(await allowance(member)).toEqual([1, 0]);
  });

  test('of a bought playbook, by an admin, or without a limit never counts', async () => {
    const tier = await buildTier(site, { daily_copy_limit: 1, reading_counts: true });
    const member = await buildMember(site, { tier });
    const bought = await newPlaybook({ tier_access: 2, is_purchasable: true, price: 900 });
    await site.db
      .insertInto('user_playbook_purchases')
      .values({ user_id: member.id, playbook_id: bought.id })
      .execute();
    expect((await openPlaybook(member, bought.slug)).body.steps).toHaveLength(1);
    expect(await allowance(member)).toEqual([1, 1]);
    const admin = await buildAdmin(site);
    const endless = await buildMember(site, {
      tier: await buildTier(site, { daily_copy_limit: 999_999, reading_counts: true }),
    });
    for (const reader of [admin, endless]) {
      for (const of of [await newPrompt(), await newPrompt()])
        expect((await open(reader, of)).body.prompt_body).toBe('gold');
      expect((await copy(reader)).body.copies_left).toBeNull();
      expect(await allowance(reader)).toEqual([999_999, null]);
    }
  });

  test('by a member without a tier counts if it does in the free tier', async () => {
    const member = await buildMember(site);
    const free = await site.db
      .insertInto('tiers')
      .values({ name: 'Free', price: 0, access_level: 0, daily_copy_limit: 1, reading_counts: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await site.db
      .updateTable('tiers')
      .set({ access_level: 1 })
      .where('access_level', '=', 0)
      .where('id', '!=', free.id)
      .execute();
    expect((await open(member, await newPrompt())).body.daily_limit_reached).toBe(false);
    expect((await open(member, await newPrompt())).body.daily_limit_reached).toBe(true);
  });
});
