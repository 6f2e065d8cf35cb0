import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPlaybook, buildPrompt, buildTier } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

const addStep = (playbook_id: string, step_order: number, prompts: unknown[]) =>
  site.db
    .insertInto('playbook_steps_new')
    .values({
      playbook_id,
      step_order,
      title: `Step ${step_order}`,
      description: 'Do it.',
      prompts: JSON.stringify(prompts),
    })
    .execute();
const get = async (slug: string, token: string) =>
  (await site.api('GET', `/api/v1/playbooks/${slug}`, { token })).body;

describe('a playbook', () => {
  test('returns its steps in order, with the current text of library prompts, whatever their tier', async () => {
    const member = await buildMember(site, { level: 0 });
    const library = await buildPrompt(site, { tier_access: 2, title: 'Library', prompt_body: 'new text' });
    const draft = await buildPrompt(site, { status: 'draft', prompt_body: 'unfinished' });
    const playbook = await buildPlaybook(site);
    await addStep(playbook.id, 1, [{ type: 'manual', title: 'Own', prompt_body: 'own text' }]);
    await addStep(playbook.id, 0, [
      { type: 'library', prompt_id: library.id, title: 'Old title', prompt_body: 'old text' },
      { type: 'library', prompt_id: draft.id, title: 'Kept', prompt_body: 'kept text' },
      { type: 'library', prompt_id: crypto.randomUUID(), title: 'Gone', prompt_body: 'gone text' },
      { type: 'library', prompt_id: 'no id', title: 'By hand', prompt_body: 'written into the database' },
    ]);
    const body = await get(playbook.slug, member.token);
    expect(body).toMatchObject({ step_count: 2, position: null, can: { read: true, purchase: false } });
    expect(body.steps.map((step: { title: string }) => step.title)).toEqual(['Step 0', 'Step 1']);
    expect(body.steps[0].prompts).toMatchObject([
      { type: 'library', title: 'Library', prompt_body: 'new text', slug: library.slug },
      { type: 'library', title: 'Kept', prompt_body: 'kept text', slug: null },
      { type: 'library', title: 'Gone', prompt_body: 'gone text', slug: null },
      { type: 'library', title: 'By hand', prompt_body: 'written into the database', slug: null },
    ]);
    // The library prompt itself stays locked.
    expect(
      (await site.api('GET', `/api/v1/prompts/${library.slug}`, { token: member.token })).body.prompt_body,
    ).toBeNull();
  });

  test('with very long library prompts shows them as they were when its steps were saved', async () => {
    const member = await buildMember(site, { level: 0 });
    const long = await buildPrompt(site, { prompt_body: 'x'.repeat(1_000_000) });
    const entry = { type: 'library', prompt_id: long.id, title: 'Long', prompt_body: 'saved text' };
    const textsOf = async (count: number) => {
      const playbook = await buildPlaybook(site);
      await addStep(playbook.id, 0, Array(count).fill(entry));
      const [step] = (await get(playbook.slug, member.token)).steps;
      return new Set(step.prompts.map((prompt: { prompt_body: string }) => prompt.prompt_body.slice(0, 10)));
    };
    expect(await textsOf(2)).toEqual(new Set(['xxxxxxxxxx']));
    expect(await textsOf(17)).toEqual(new Set(['saved text']));
  });

  test('without access offers the purchase and shows no step; once bought, it is open', async () => {
    const member = await buildMember(site, { level: 0 });
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 1_999 });
    await addStep(playbook.id, 0, [{ type: 'manual', title: 'Own', prompt_body: 'paid text' }]);
    expect(await get(playbook.slug, member.token)).toMatchObject({
      steps: [],
      step_count: 1,
      price: 1_999,
      can: { read: false, purchase: true },
    });
    await site.db
      .insertInto('user_playbook_purchases')
      .values({ playbook_id: playbook.id, user_id: member.id })
      .execute();
    const open = await get(playbook.slug, member.token);
    expect(open).toMatchObject({ is_purchased: true, can: { read: true, purchase: false } });
    expect(open.steps[0].prompts[0].prompt_body).toBe('paid text');
    const free = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 0 });
    expect(await get(free.slug, member.token)).toMatchObject({ can: { read: false, purchase: false } });
  });

  test('that was bought stays readable and listed for its buyers as a draft, and hidden from others', async () => {
    const [buyer, other, subscriber] = [
      await buildMember(site),
      await buildMember(site),
      await buildMember(site, { level: 2 }),
    ];
    const playbook = await buildPlaybook(site, { tier_access: 2, is_purchasable: true, price: 900 });
    const library = await buildPrompt(site, { tier_access: 2, prompt_body: 'library text' });
    await addStep(playbook.id, 0, [
      { type: 'manual', title: 'Own', prompt_body: 'paid text' },
      { type: 'library', prompt_id: library.id, title: 'Library', prompt_body: 'saved text' },
    ]);
    const purchase = { playbook_id: playbook.id, user_id: buyer.id };
    await site.db.insertInto('user_playbook_purchases').values(purchase).execute();
    await site.api('PUT', `/api/v1/playbooks/${playbook.slug}/favorite`, { token: buyer.token });
    const before = await get(playbook.slug, buyer.token);
    await site.db.updateTable('playbooks').set({ status: 'draft' }).where('id', '=', playbook.id).execute();
    const after = await get(playbook.slug, buyer.token);
    expect(after).toEqual({ ...before, status: 'draft' });
    expect(after.steps[0].prompts.map((prompt: { prompt_body: string }) => prompt.prompt_body)).toEqual([
      'paid text',
      'library text',
    ]);
    const call = (method: string, path: string, token: string, body?: object) =>
      site.api(method, `/api/v1/playbooks/${playbook.slug}${path}`, { token, ...(body ? { body } : {}) });
    const calls = [
      ['POST', '/steps/0/prompts/0/copies', undefined],
      ['PUT', '/progress', { position: 0 }],
      ['PUT', '/vote', undefined],
      ['PUT', '/favorite', undefined],
      ['POST', '/comments', { body: 'Still good' }],
      ['POST', '/views', undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      expect((await call(method, path, buyer.token, body)).status, path).toBeLessThan(300);
      for (const { token } of [other, subscriber])
        expect((await call(method, path, token, body)).status, path).toBe(404);
    }
    for (const { token } of [other, subscriber]) expect((await call('GET', '', token)).status).toBe(404);

    const list = async (query: string, token: string) => {
      const { body } = await site.api('GET', `/api/v1/playbooks?limit=100&${query}`, { token });
      const isIn = body.items.some((item: { id: string }) => item.id === playbook.id);
      return [isIn, body.items.length === body.total];
    };
    for (const query of ['purchased=true', 'favorites=true', `purchased=true&q=${playbook.slug}`])
      expect(await list(query, buyer.token), query).toEqual([true, true]);
    for (const { token } of [other, subscriber])
      for (const query of ['purchased=true', 'favorites=true', '', `q=${playbook.slug}`])
        expect(await list(query, token), query).toEqual([false, true]);
    expect(await list('', buyer.token)).toEqual([false, true]);
    expect((await site.api('GET', '/api/v1/playbooks?purchased=true')).status).toBe(401);
  });

  test('counts copies of its prompts against the daily limit', async () => {
    const member = await buildMember(site);
    const tier = await buildTier(site, { daily_copy_limit: 1 });
    await site.db.updateTable('profiles').set({ tier_id: tier.id }).where('id', '=', member.id).execute();
    const playbook = await buildPlaybook(site);
    await addStep(playbook.id, 0, [{ type: 'manual', title: 'Own', prompt_body: 'own text' }]);
    const copy = (step: string, prompt: string) =>
      site.api('POST', `/api/v1/playbooks/${playbook.slug}/steps/${step}/prompts/${prompt}/copies`, {
        token: member.token,
      });
    expect((await copy('0', '1')).status).toBe(404);
    expect((await copy('-1', '0')).status).toBe(422);
    expect((await copy('x', '0')).status).toBe(422);
    expect((await copy('0', '0')).body).toEqual({ prompt_body: 'own text', copies_left: 0 });
    expect((await copy('0', '0')).body.code).toBe('daily_copy_limit_reached');
    const logged = await site.db
      .selectFrom('user_activity')
      .select(['target_type', 'target_id'])
      .where('user_id', '=', member.id)
      .execute();
    expect(logged).toEqual([{ target_type: 'playbook', target_id: playbook.id }]);
  });

  test("remembers each member's position", async () => {
    const [one, other] = await Promise.all([buildMember(site), buildMember(site)]);
    const { slug } = await buildPlaybook(site);
    const put = (position: unknown) =>
      site.api('PUT', `/api/v1/playbooks/${slug}/progress`, { token: one.token, body: { position } });
    for (const position of [2, -1, 3]) expect((await put(position)).body).toEqual({ position });
    for (const position of [-2, 1.5, 'x', null, 5_000]) expect((await put(position)).status).toBe(422);
    expect((await get(slug, one.token)).position).toBe(3);
    expect((await get(slug, other.token)).position).toBeNull();
  });
});
