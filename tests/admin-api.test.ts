import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

const admin = (method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1/admin${path}`, { token, ...(body === undefined ? {} : { body }) });

describe('prompts', () => {
  test('are created published and free, with a slug from the title, and the admin as author', async () => {
    const { body } = await admin('POST', '/prompts', {
      title: '  Crème & Brûlée: 2nd try!  ',
      prompt_body: ' Bake {{x}} ',
    });
    expect(body).toMatchObject({
      slug: 'creme-brulee-2nd-try',
      title: 'Crème & Brûlée: 2nd try!',
      prompt_body: ' Bake {{x}} ',
      status: 'published',
      tier_access: 0,
      prompt_type: 'Text',
      difficulty: 'beginner',
      author: expect.stringContaining('@'),
    });
    const again = await admin('POST', '/prompts', { title: 'Crème & Brûlée: 2nd try!', prompt_body: 'x' });
    expect(again.body.slug).toBe('creme-brulee-2nd-try-2');
    const odd = await admin('POST', '/prompts', { title: '!!!', prompt_body: 'x' });
    expect(odd.body.slug).toMatch(/^prompt(-\d+)?$/);
  });

  test('have a title on one line', async () => {
    const { body } = await admin('POST', '/prompts', { title: ' One\r\n  two\tthree \n', prompt_body: 'x' });
    expect(body).toMatchObject({ title: 'One two\tthree', slug: 'one-two-three' });
  });

  test('have equal categories and tags if these look the same', async () => {
    const names = { title: 'Élan', category: 'Développement', tags: ['café'] }; // cspell:disable-line
    const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) =>
      JSON.parse(JSON.stringify(names).normalize(form)),
    );
    const { body } = await admin('POST', '/prompts', { ...decomposed, prompt_body: 'x' });
    expect(body).toMatchObject(composed);
    expect((await admin('PATCH', `/prompts/${body.id}`, decomposed)).body).toMatchObject(composed);
    const playbook = await admin('POST', '/playbooks', decomposed);
    expect(playbook.body).toMatchObject(composed);
  });

  test('store their categories and tags in one form, each once, in whichever form they are sent', async () => {
    const category = 'Writing,  Marketing , ,writing';
    const tags = ['x', ' X', 'y', 'x'];
    const tidy = { category: 'Writing, Marketing', tags: ['x', 'y'] };
    for (const [kind, fields] of Object.entries({ prompts: { prompt_body: 'x' }, playbooks: {} })) {
      const made = await admin('POST', `/${kind}`, { title: 'Tidy', category, tags, ...fields });
      expect(made.body).toMatchObject(tidy);
      await admin('PATCH', `/${kind}/${made.body.id}`, { category: 'Other', tags: [] });
      const changed = await admin('PATCH', `/${kind}/${made.body.id}`, { category, tags });
      expect(changed.body).toMatchObject(tidy);
    }
  });

  test('keep every field that is changed, and their slug', async () => {
    const { id, slug } = await buildPrompt(site);
    const change = {
      title: 'New title',
      description: 'd',
      prompt_body: 'b',
      category: 'One, Two',
      prompt_type: 'Agent',
      status: 'draft',
      tier_access: 2,
      difficulty: 'advanced',
      tags: ['x', 'y'],
      preview_image_url: 'https://example.com/a.png',
      model_context: 'any',
      use_cases: ['u'],
      example_output: '# Out',
    };
    const { body } = await admin('PATCH', `/prompts/${id}`, change);
    expect(body).toMatchObject({ ...change, slug });
    expect((await admin('GET', `/prompts/${id}`)).body).toEqual(body);
    expect(
      (await admin('PATCH', `/prompts/${id}`, { preview_image_url: '' })).body.preview_image_url,
    ).toBeNull();
  });

  test('refuse the later save of two editors', async () => {
    const { id } = await buildPrompt(site);
    const { updated_at } = (await admin('GET', `/prompts/${id}`)).body;
    expect((await admin('PATCH', `/prompts/${id}`, { title: 'First', updated_at })).status).toBe(200);
    const late = await admin('PATCH', `/prompts/${id}`, { title: 'Second', updated_at });
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await admin('GET', `/prompts/${id}`)).body.title).toBe('First');
  });

  test('are listed with drafts, newest first, by pages and by title', async () => {
    await buildPrompt(site, { title: 'Needle draft', status: 'draft', created_at: '2040-01-01T00:00:00Z' });
    await buildPrompt(site, { title: 'A NEEDLE too', created_at: '2040-01-02T00:00:00Z' });
    const first = (await admin('GET', '/prompts?limit=1&q=needle')).body;
    expect(first).toMatchObject({ total: 2, items: [{ title: 'A NEEDLE too' }] });
    const second = (await admin('GET', `/prompts?limit=1&q=needle&cursor=${first.next_cursor}`)).body;
    expect(second).toMatchObject({ items: [{ title: 'Needle draft', status: 'draft' }], next_cursor: null });
  });

  test('are deleted with everything that depends on them', async () => {
    const { id, slug } = await buildPrompt(site);
    await site.api('PUT', `/api/v1/prompts/${slug}/vote`, { token });
    await site.api('POST', `/api/v1/prompts/${slug}/comments`, { token, body: { body: 'x' } });
    expect((await admin('DELETE', `/prompts/${id}`)).status).toBe(200);
    for (const method of ['GET', 'DELETE']) expect((await admin(method, `/prompts/${id}`)).status).toBe(404);
    expect((await admin('DELETE', `/prompts/${id}?forever=true`)).status).toBe(200);
    expect(await site.db.selectFrom('comments').selectAll().where('target_id', '=', id).execute()).toEqual(
      [],
    );
  });

  test.each([
    {},
    { title: 'x' },
    { title: '  ', prompt_body: 'x' },
    { title: 'x', prompt_body: '  \n' },
    { title: 'x'.repeat(301), prompt_body: 'x' },
    { title: 'x', prompt_body: 'x', prompt_type: 'Smell' },
    { title: 'x', prompt_body: 'x', tier_access: -1 },
    { title: 'x', prompt_body: 'x', tier_access: 1.5 },
    { title: 'x', prompt_body: 'x', tags: 'a,b' },
    { title: 'x', prompt_body: 'x', view_count: 5 },
    { title: 'x', prompt_body: 'x', slug: 'mine' },
    { title: 'x', prompt_body: 'x', preview_image_url: 'javascript:alert(1)' },
    { title: 'nul \0', prompt_body: 'x' },
  ])('refuse %j', async (body) => {
    expect((await admin('POST', '/prompts', body)).status).toBe(422);
  });

  test.each([
    [{ title: ' ', prompt_body: 'x' }, 'title: Required'],
    [{ title: 'x', prompt_body: ' \n' }, 'prompt_body: Required'],
    [{ title: 'x', prompt_body: 'x', tier_access: '1' }, 'tier_access: Enter a number'],
    [{ title: 'x', prompt_body: 'x', tier_access: 1.5 }, 'tier_access: Enter a whole number'],
    [{ title: 'x', prompt_body: 'x', tier_access: 1_001 }, 'tier_access: Must be 1,000 or less'],
  ])('say of %j what is wrong, field first', async (body, error) => {
    expect((await admin('POST', '/prompts', body)).body).toEqual({ error, code: 'validation_failed' });
  });
});

describe('playbooks', () => {
  const manual = { type: 'manual', title: 'Own', prompt_body: 'text' };

  test('begin as drafts; their steps are replaced as a whole and numbered from 0', async () => {
    const library = await buildPrompt(site);
    const entry = {
      type: 'library',
      prompt_id: library.id,
      title: library.title,
      prompt_body: library.prompt_body,
    };
    const { body } = await admin('POST', '/playbooks', {
      title: 'Guide',
      price: 1999,
      is_purchasable: true,
      steps: [
        { title: 'A', prompts: [entry, manual] },
        { title: 'B', description: '**b**' },
      ],
    });
    expect(body).toMatchObject({ slug: 'guide', status: 'draft', price: 1999, step_count: 2 });
    expect(body.steps).toEqual([
      { title: 'A', description: '', prompts: [entry, manual] },
      { title: 'B', description: '**b**', prompts: [] },
    ]);
    const changed = await admin('PATCH', `/playbooks/${body.id}`, {
      steps: [{ title: 'B' }, { title: 'A' }, { title: 'C' }],
    });
    expect(changed.body.steps.map((step: { title: string }) => step.title)).toEqual(['B', 'A', 'C']);
    const rows = await site.db
      .selectFrom('playbook_steps_new')
      .select(['step_order', 'content'])
      .where('playbook_id', '=', body.id)
      .orderBy('step_order')
      .execute();
    expect(rows).toEqual([0, 1, 2].map((step_order) => ({ step_order, content: '' })));
  });

  test('report in unlocks_level which level the prompts in their steps are worth', async () => {
    const entry = async (tier_access: number) => {
      const { id, title, prompt_body } = await buildPrompt(site, { tier_access });
      return { type: 'library', prompt_id: id, title, prompt_body };
    };
    const [free, paid] = [await entry(0), await entry(2)];
    const { body } = await admin('POST', '/playbooks', {
      title: 'Giving',
      steps: [
        { title: 'A', prompts: [free, manual] },
        { title: 'B', prompts: [paid] },
      ],
    });
    expect(body.prompt_levels).toEqual({ [free.prompt_id]: 0, [paid.prompt_id]: 2 });
    expect(body.unlocks_level).toBe(2);
    const list = await admin('GET', '/playbooks?q=giving');
    expect(list.body.items[0].unlocks_level).toBe(2);
    for (const [tier_access, unlocks_level] of [
      [1, 2],
      [2, null],
    ])
      expect((await admin('PATCH', `/playbooks/${body.id}`, { tier_access })).body.unlocks_level).toBe(
        unlocks_level,
      );
  });

  test('are changed whole or not at all', async () => {
    const { id } = await buildPlaybook(site, { title: 'Before' });
    const bad = await admin('PATCH', `/playbooks/${id}`, {
      title: 'After',
      steps: [{ title: 'ok' }, { title: '' }],
    });
    expect(bad.status).toBe(422);
    expect((await admin('GET', `/playbooks/${id}`)).body).toMatchObject({ title: 'Before', steps: [] });
  });

  test('that members have bought cannot be deleted', async () => {
    const member = await buildMember(site);
    const { id } = await buildPlaybook(site);
    await site.db
      .insertInto('user_playbook_purchases')
      .values({ playbook_id: id, user_id: member.id })
      .execute();
    expect(await admin('DELETE', `/playbooks/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });

  test('refuse the later save of two editors', async () => {
    const { id } = await buildPlaybook(site);
    const { updated_at } = (await admin('GET', `/playbooks/${id}`)).body;
    await admin('PATCH', `/playbooks/${id}`, { title: 'First', updated_at });
    expect((await admin('PATCH', `/playbooks/${id}`, { title: 'Second', updated_at })).status).toBe(409);
  });

  test.each([
    {},
    { title: '' },
    { title: 'x', price: 19.99 },
    { title: 'x', price: -1 },
    { title: 'x', price: 100_000_000 },
    { title: 'x', is_purchasable: 'yes' },
    { title: 'x', steps: [{ title: '' }] },
    { title: 'x', steps: [{ title: 'a', prompts: [{ type: 'manual', title: '', prompt_body: 'x' }] }] },
    { title: 'x', steps: [{ title: 'a', prompts: [{ type: 'manual', title: 'x', prompt_body: ' ' }] }] },
    {
      title: 'x',
      steps: [{ title: 'a', prompts: [{ type: 'library', prompt_id: 'x', title: 'x', prompt_body: 'x' }] }],
    },
    { title: 'x', steps: Array.from({ length: 101 }, () => ({ title: 'a' })) },
  ])('refuse %j', async (body) => {
    expect((await admin('POST', '/playbooks', body)).status).toBe(422);
  });
});

describe('tiers', () => {
  test('have defaults, can be changed and deleted, and members of a deleted one have none', async () => {
    const { body } = await admin('POST', '/tiers', { name: 'Gold' });
    expect(body).toMatchObject({
      name: 'Gold',
      price: 0,
      billing_interval: 'monthly',
      daily_copy_limit: 10,
      trial_days: 0,
      access_level: 0,
      featured: false,
      features: [],
      member_count: 0,
    });
    const member = await buildMember(site);
    await site.db.updateTable('profiles').set({ tier_id: body.id }).where('id', '=', member.id).execute();
    const changed = await admin('PATCH', `/tiers/${body.id}`, {
      price: 1200,
      features: ['a'],
      daily_copy_limit: 999_999,
    });
    expect(changed.body).toMatchObject({
      price: 1200,
      features: ['a'],
      daily_copy_limit: 999_999,
      member_count: 1,
    });
    expect(
      (await admin('PATCH', `/tiers/${body.id}`, { price: 1, updated_at: body.updated_at })).status,
    ).toBe(409);
    await admin('DELETE', `/tiers/${body.id}`);
    expect((await site.api('GET', '/api/v1/subscription', { token: member.token })).body.plan).toBe('Free');
  });

  test.each([
    {},
    { name: ' ' },
    { name: 'x', price: -1 },
    { name: 'x', price: 1.5 },
    { name: 'x', trial_days: -1 },
    { name: 'x', features: [''] },
  ])('refuse %j', async (body) => {
    expect((await admin('POST', '/tiers', body)).status).toBe(422);
  });
});

describe('users', () => {
  test('are listed newest first with their tier, by pages', async () => {
    const member = await buildMember(site, { level: 3 });
    const { body } = await admin('GET', '/users?limit=1');
    expect(body.items).toEqual([
      {
        id: member.id,
        email: member.email,
        role: 'member',
        tier_name: expect.stringMatching(/^Tier /),
        created_at: expect.any(String),
      },
    ]);
    expect(body.total).toBeGreaterThan(1);
    expect((await admin('GET', `/users?q=${member.email.toUpperCase()}`)).body.total).toBe(1);
  });
});

describe('settings', () => {
  const secret = 'sk_live_0123456789abcdefWXYZ';

  test('keep secrets encrypted and show only whether they are set', async () => {
    const { body } = await admin('PUT', '/settings', {
      stripe_secret_key: secret,
      stripe_publishable_key: 'pk_live_1',
    });
    expect(body).toMatchObject({
      stripe_secret_key: { is_set: true },
      stripe_webhook_secret: { is_set: false },
      webhook_url: `${site.url}/functions/v1/stripe-webhook`,
    });
    const shown = JSON.stringify(await admin('GET', '/settings'));
    for (const part of [secret.slice(0, 12), secret.slice(-4)]) expect(shown).not.toContain(part);
    const rows = await site.db.selectFrom('site_settings').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 12));
    const open = await site.api('GET', '/api/v1/settings');
    expect(open.body.stripe_publishable_key).toBe('pk_live_1');
    expect(open.text).not.toContain('WXYZ');
  });

  test("aren't overwritten by an empty value", async () => {
    await admin('PUT', '/settings', { site_name: 'Kept', support_email: 'help@example.com' });
    await admin('PUT', '/settings', {
      site_name: '',
      support_email: '',
      stripe_secret_key: '',
      site_logo: '',
    });
    expect((await admin('GET', '/settings')).body).toMatchObject({
      site_name: 'Kept',
      support_email: 'help@example.com',
      stripe_secret_key: { is_set: true },
    });
  });

  test.each([
    { support_email: 'nobody' },
    { site_logo_type: 'film' },
    { site_logo_icon: 'Skull' },
    { site_logo: 'javascript:alert(1)' },
    { site_name: 'x'.repeat(101) },
    { starter: 'none' },
    { site_name: 5 },
  ])('refuse %j', async (body) => {
    expect((await admin('PUT', '/settings', body)).status).toBe(422);
  });
});

describe("callers who aren't admins", () => {
  test('are refused before their request is validated', async () => {
    const member = await buildMember(site);
    const body = { title: '', steps: 'x'.repeat(2_000_000) };
    for (const [method, path] of [
      ['POST', '/api/v1/admin/prompts'],
      ['POST', '/api/v1/admin/playbooks'],
      ['PUT', '/api/v1/admin/settings'],
      ['PUT', '/api/v1/admin/media/prompts/x.png'],
      ['POST', '/functions/v1/analyze-prompt'],
    ] as const) {
      expect((await site.api(method, path, { body })).status, path).toBe(401);
      expect((await site.api(method, path, { body, token: member.token })).status, path).toBe(403);
    }
  });
});
