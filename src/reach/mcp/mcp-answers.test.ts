import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#constants';
import {
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTeam,
  buildTier,
} from '#tests/harness/build.ts';
import { buildKey } from '#tests/harness/build-key.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

type Member = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
let member: Member;
let client: Client;
const clients: Client[] = [];
beforeAll(async () => {
  site = await createTestSite();
  member = await buildMember(site, { level: 1 });
  client = await connect(member);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await site.stop();
});

async function connect(who: { id: string }) {
  const made = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${await buildKey(site, who)}` } };
  await made.connect(new StreamableHTTPClientTransport(new URL('/mcp', site.url), { requestInit }));
  clients.push(made);
  return made;
}
type Answer = { isError?: boolean; structuredContent?: Record<string, unknown>; content: { text: string }[] };
const call = async (name: string, args: Record<string, unknown>, by = client) =>
  (await by.callTool({ name, arguments: args })) as Answer;
const wordOf = (answer: Answer) => answer.content[0]?.text ?? '';
const slugsOf = ({ structuredContent = {} }: Answer) =>
  (structuredContent.items as { slug: string }[]).map(({ slug }) => slug);

describe('a search', () => {
  test('continues from page to page to the end, with each item once', async () => {
    const category = `Category ${crypto.randomUUID()}`;
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push((await buildPrompt(site, { category })).slug);
    const found: string[] = [];
    let cursor: unknown;
    let pages = 0;
    do {
      const page = await call('search_library', { category, limit: 2, ...(cursor ? { cursor } : {}) });
      found.push(...slugsOf(page));
      cursor = page.structuredContent?.next_cursor;
      pages += 1;
    } while (cursor && pages < 9);
    expect([found, pages]).toEqual([made.toReversed(), 3]);
    expect((await call('search_library', { category, cursor: 'x' })).isError).toBe(true);
  });

  test('says that it has corrected the words', async () => {
    // cspell:ignore quetzel
    const { slug } = await buildPrompt(site, { title: 'Habits of the quetzal' });
    const found = await call('search_library', { q: 'quetzel' });
    expect([slugsOf(found), found.structuredContent?.corrected_q]).toEqual([[slug], 'quetzal']);
    expect(wordOf(found)).toContain('Showing results for: quetzal\n');
    expect((await call('search_library', { q: 'quetzal' })).structuredContent?.corrected_q).toBeNull();
  });

  test('says in words how to continue, for models that only read text', async () => {
    const category = `Category ${crypto.randomUUID()}`;
    for (let count = 0; count < 3; count += 1) await buildPrompt(site, { category });
    const first = await call('search_library', { category, limit: 2 });
    const [, cursor] = /^More with cursor: (\S+)$/m.exec(wordOf(first)) ?? [];
    expect(cursor).toBe(first.structuredContent?.next_cursor);
    const last = await call('search_library', { category, limit: 2, cursor });
    expect(slugsOf(last)).toHaveLength(1);
    expect(wordOf(last)).not.toContain('cursor');
  });

  test('says in words what it has found, what is locked and how that is unlocked', async () => {
    const category = `Category ${crypto.randomUUID()}`;
    const description = `**Bold** words ${'long '.repeat(60)}`;
    const { slug } = await buildPrompt(site, { category, title: 'Locked one', tier_access: 2, description });
    const found = await call('search_library', { category });
    expect(wordOf(found)).toBe(`prompt ${slug}: Locked one (locked)`);
    expect(found.structuredContent).toEqual({
      items: [
        {
          kind: 'prompt',
          slug,
          title: 'Locked one',
          category,
          is_locked: true,
          description: expect.stringMatching(/^Bold words long .{180,190}$/),
          unlock: `Locked: a higher plan is needed. See ${site.url}/prompt/${slug} or ${site.url}/pricing.`,
        },
      ],
      next_cursor: null,
      corrected_q: null,
    });
    expect(wordOf(await call('search_library', { category: 'There is none' }))).toBe('Nothing found.');
  });

  test('of playbooks finds no prompts, and the type of a prompt narrows none of them', async () => {
    const category = `Category ${crypto.randomUUID()}`;
    await buildPrompt(site, { category });
    const { slug } = await buildPlaybook(site, { category });
    expect(slugsOf(await call('search_library', { category, kind: 'playbook', type: 'Image' }))).toEqual([
      slug,
    ]);
  });

  test.each([{ limit: 0 }, { limit: 101 }, { kind: 'book' }, { type: 'image' }, { q: 'x'.repeat(201) }])(
    'does not take %j',
    async (args) => {
      const refused = await call('search_library', args).catch(() => ({ isError: true }));
      expect(refused.isError).toBe(true);
    },
  );
});

test('a prompt says which blanks are open, and shows its text with the others filled in', async () => {
  const { slug } = await buildPrompt(site, {
    prompt_body: 'To [COMPANY NAME] in a {{tone:dry}} voice about {{topic}}',
  });
  const open = (await call('get_prompt', { slug, values: { company_name: 'Acme' } })).structuredContent;
  expect(open).toMatchObject({
    text: 'To Acme in a dry voice about {{topic}}',
    unfilled: ['topic'],
    unlock: null,
  });
  const all = { companyName: 'Acme', tone: 'warm', topic: 'tea', unknown: 'x' };
  expect((await call('get_prompt', { slug, values: all })).structuredContent).toMatchObject({
    text: 'To Acme in a warm voice about tea',
    unfilled: [],
  });
});

test("a locked playbook shows its steps' titles and how to unlock it, but not their texts", async () => {
  const secret = `canary-${crypto.randomUUID()}`;
  const playbook = await buildPlaybook(site, { title: 'Launch', description: 'About it', tier_access: 2 });
  for (const [step_order, title] of ['Begin', 'End'].entries())
    await buildStep(site, playbook, {
      step_order,
      title,
      prompts: [{ type: 'manual', title: secret, prompt_body: secret }],
    });
  const locked = await call('get_playbook', { slug: playbook.slug });
  expect(wordOf(locked)).toBe(
    `# Launch\n\nAbout it\n\nLocked: a higher plan is needed. See ${site.url}/playbook/${playbook.slug} or ${site.url}/pricing.\n\n1. Begin\n2. End\n`,
  );
  expect(locked.structuredContent).toEqual({
    slug: playbook.slug,
    title: 'Launch',
    description: 'About it',
    is_locked: true,
    unlock: expect.stringContaining('a higher plan is needed'),
    steps: [
      { number: 1, title: 'Begin', description: '', prompts: [] },
      { number: 2, title: 'End', description: '', prompts: [] },
    ],
  });
  await site.db.updateTable('playbooks').set({ tier_access: 1 }).where('id', '=', playbook.id).execute();
  const open = await call('get_playbook', { slug: playbook.slug });
  expect(open.structuredContent).toMatchObject({
    is_locked: false,
    unlock: null,
    steps: [
      {
        number: 1,
        title: 'Begin',
        description: expect.any(String),
        prompts: [{ title: secret, text: secret }],
      },
      { number: 2, title: 'End' },
    ],
  });
  // Once for programs, and once for models that only read text.
  expect(JSON.stringify(open).split(secret)).toHaveLength(1 + 4 * 2);
});

test('a playbook that can be bought says so', async () => {
  const category = `Category ${crypto.randomUUID()}`;
  const item = { category, tier_access: 2, is_purchasable: true, price: 900 };
  const { slug } = await buildPlaybook(site, item);
  const unlock = `Locked: a higher plan or a purchase is needed. See ${site.url}/playbook/${slug} or ${site.url}/pricing.`;
  const found = await call('search_library', { kind: 'playbook', category });
  expect(found.structuredContent?.items).toMatchObject([{ slug, unlock }]);
  expect((await call('get_playbook', { slug })).structuredContent).toMatchObject({ unlock });
});

test('if reading counts, an item beyond the daily limit says when the limit resets', async () => {
  const tier = await buildTier(site, { access_level: 1, reading_counts: true, daily_copy_limit: 1 });
  const reader = await connect(await buildMember(site, { tier }));
  const [one, two] = [
    await buildPrompt(site, { prompt_body: 'first' }),
    await buildPrompt(site, { prompt_body: 'second' }),
  ];
  expect(wordOf(await call('get_prompt', { slug: one.slug }, reader))).toBe('first');
  const over = await call('get_prompt', { slug: two.slug }, reader);
  expect(wordOf(over)).toBe("The plan's daily limit is used up. It resets at midnight UTC.");
  expect(JSON.stringify(over)).not.toContain('second');
  expect(wordOf(await call('get_prompt', { slug: one.slug }, reader))).toBe('first');
});

test('favorites are listed by kind, and can be removed', async () => {
  const keeper = await connect(await buildMember(site));
  const [prompt, playbook] = [await buildPrompt(site), await buildPlaybook(site)];
  const set = (kind: string, slug: string, favorite: boolean) =>
    call('set_favorite', { kind, slug, favorite }, keeper);
  await set('prompt', prompt.slug, true);
  expect((await set('playbook', playbook.slug, true)).structuredContent).toEqual({
    is_favorited: true,
    favorite_count: 2,
  });
  expect(slugsOf(await call('list_favorites', { kind: 'playbook' }, keeper))).toEqual([playbook.slug]);
  expect(slugsOf(await call('list_favorites', {}, keeper))).toEqual([prompt.slug]);
  await set('prompt', prompt.slug, false);
  expect(slugsOf(await call('list_favorites', {}, keeper))).toEqual([]);
  expect(slugsOf(await call('list_favorites', {}))).toEqual([]);
  expect((await set('playbook', prompt.slug, true)).isError).toBe(true);
});

test('favorites, and the prompts that a member can read, continue from page to page', async () => {
  const keeper = await connect(await buildMember(site));
  const slugs = [(await buildPrompt(site)).slug, (await buildPrompt(site)).slug];
  for (const slug of slugs) await call('set_favorite', { kind: 'prompt', slug, favorite: true }, keeper);
  const first = await call('list_favorites', { limit: 1 }, keeper);
  const cursor = first.structuredContent?.next_cursor;
  const second = await call('list_favorites', { limit: 1, cursor }, keeper);
  expect([...slugsOf(first), ...slugsOf(second)].toSorted()).toEqual(slugs.toSorted());
  expect(second.structuredContent?.next_cursor).toBeNull();

  await Promise.all(Array.from({ length: 101 }, () => buildPrompt(site)));
  const names: string[] = [];
  let nextCursor: string | undefined;
  do {
    const page = await keeper.listPrompts(nextCursor === undefined ? {} : { cursor: nextCursor });
    names.push(...page.prompts.map(({ name }) => name));
    nextCursor = page.nextCursor;
  } while (nextCursor !== undefined);
  const { total } = (await site.api('GET', '/api/v1/prompts', { token: member.token })).body;
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(100);
  expect(names.length).toBeLessThanOrEqual(total);
});

test('only its member can work through a run, by the numbers of its steps', async () => {
  const playbook = await buildPlaybook(site);
  for (const step_order of [0, 1]) await buildStep(site, playbook, { step_order });
  const started = await call('start_run', {
    playbook: playbook.slug,
    name: 'By program',
    values: { TONE: 'dry' },
  });
  const { id, ...run } = started.structuredContent as { id: string };
  expect(run).toEqual({ name: 'By program', steps: 2, url: `${site.url}/runs/${id}` });
  await call('save_step_result', { run: id, step: 2, result: 'second', done: false });
  const kept = (await site.api('GET', `/api/v1/runs/${id}`, { token: member.token })).body;
  expect(kept).toMatchObject({
    values: { tone: 'dry' },
    steps: [{ result: '' }, { result: 'second', done: false }],
  });
  for (const step of [0, 101, 1.5]) {
    const refused = await call('save_step_result', { run: id, step, result: 'x' }).catch(() => ({
      isError: true,
    }));
    expect(refused.isError).toBe(true);
  }
  const stranger = await connect(await buildMember(site));
  const theirs = await call('save_step_result', { run: id, step: 1, result: 'x' }, stranger);
  expect([theirs.isError, wordOf(theirs)]).toEqual([true, 'Run not found']);
});

test("a program's result doesn't replace the member's text", async () => {
  const playbook = await buildPlaybook(site);
  await buildStep(site, playbook, {});
  const started = await call('start_run', { playbook: playbook.slug });
  const { id } = started.structuredContent as { id: string };
  const typed = { result: 'Typed by hand.', updated_at: null };
  await site.api('PUT', `/api/v1/runs/${id}/steps/0`, { token: member.token, body: typed });
  const save = async (result: string, read?: object) =>
    (await call('save_step_result', { run: id, step: 1, result, ...read })).structuredContent;
  const first = await save('Written by the model.');
  expect(first).toMatchObject({ done: true, is_merged: true });
  expect(first?.result).toMatch(/^Written by the model\.[\s\S]+Typed by hand\.$/);
  // Saved again, it is there once.
  const again = await save('Written by the model.');
  expect(again).toEqual({ ...first, updated_at: again?.updated_at });
  // A shorter version is another text.
  const shorter = await save('Written by');
  expect(shorter).toMatchObject({ is_merged: true });
  expect(shorter?.result).toMatch(/^Written by\n[\s\S]+Written by the model\.[\s\S]+Typed by hand\.$/);
  expect((await save('Written by'))?.result).toBe(shorter?.result);
  // Only ticked off.
  expect((await save(''))?.result).toBe(shorter?.result);
  // A text that the program has read can be replaced.
  const replaced = await save('Better.', { updated_at: shorter?.updated_at });
  expect(replaced).toMatchObject({ result: 'Better.', is_merged: false });
  // Neither text is truncated.
  const long = await call('save_step_result', { run: id, step: 1, result: 'x'.repeat(limits.runResult) });
  expect(long.isError).toBe(true);
  expect(wordOf(long)).toContain('both texts together are too long');
});

test('choices are offered twenty at a time, filtered by their beginning', async () => {
  const options = Array.from({ length: 25 }, (_, index) => `Tone ${index}`);
  const blanks = JSON.stringify([{ name: 'tone', kind: 'choice', options: ['other', ...options] }]);
  const { slug } = await buildPrompt(site, { prompt_body: 'In {{tone}}', blanks });
  const complete = async (name: string, value: string) =>
    (await client.complete({ ref: { type: 'ref/prompt', name: slug }, argument: { name, value } }))
      .completion;
  expect(await complete('tone', 'TONE')).toMatchObject({
    values: options.slice(0, 20),
    total: 25,
    hasMore: true,
  });
  expect(await complete('tone', 'tone 24')).toMatchObject({ values: ['Tone 24'], total: 1, hasMore: false });
  expect((await complete('voice', '')).values).toEqual([]);
});

test('slugs are completed among the items of their kind', async () => {
  const word = `kind${crypto.randomUUID().slice(0, 8)}`;
  const title = `About ${word}`;
  const [prompt, playbook] = [
    await buildPrompt(site, { title, slug: `${word}-prompt` }),
    await buildPlaybook(site, { title, slug: `${word}-playbook` }),
  ];
  const complete = async (kind: string) => {
    const ref = { type: 'ref/resource', uri: `promptory://${kind}/{slug}` } as const;
    return (await client.complete({ ref, argument: { name: 'slug', value: word } })).completion.values;
  };
  expect([await complete('prompts'), await complete('playbooks')]).toEqual([[prompt.slug], [playbook.slug]]);
});

test("an editor’s key can change prompts; a member’s doesn't have the tools for that", async () => {
  const editor = await connect(await buildTeam(site, 'editor'));
  const made = await call(
    'create_prompt',
    { title: 'By an editor', prompt_body: 'x', status: 'published' },
    editor,
  );
  const { slug } = made.structuredContent as { slug: string };
  await call('update_prompt', { slug, title: 'Renamed' }, editor);
  const read = (await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token })).body;
  expect(read).toMatchObject({ title: 'Renamed', prompt_body: 'x' });
  // As long as any text may be, in a script whose characters take three bytes.
  const long = await call('update_prompt', { slug, prompt_body: '好'.repeat(limits.promptBody) }, editor);
  expect(long.structuredContent).toMatchObject({ slug });
  const missing = await call('update_prompt', { slug: 'no-such-prompt', title: 'x' }, editor);
  expect([missing.isError, wordOf(missing)]).toEqual([true, 'Prompt not found']);
  const refused = await call('update_prompt', { slug, title: 'Mine' }).catch(() => ({ isError: true }));
  expect(refused.isError).toBe(true);
});
