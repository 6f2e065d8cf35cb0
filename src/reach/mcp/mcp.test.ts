import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as LastClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LastTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { release } from '#platform/release.server.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildStep } from '#tests/harness/build.ts';
import { buildKey } from '#tests/harness/build-key.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
/** Another process on the same database. */
let other: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  other = await createTestSite({ database: site.database });
});
afterAll(async () => {
  await other.stop();
  await site.stop();
});

/** Sends requests to the two processes in turn. */
function alternating(key: string): typeof fetch {
  let count = 0;
  return (input, init) => {
    const address = new URL(String(input));
    address.port = new URL([site, other][count++ % 2]?.url ?? '').port;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(address, { ...init, headers });
  };
}

async function connect(key: string) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', site.url), { fetch: alternating(key) });
  await client.connect(transport);
  return client;
}
async function connectLast(key: string) {
  const client = new LastClient({ name: 'test', version: '1.0.0' });
  await client.connect(new LastTransport(new URL('/mcp', site.url), { fetch: alternating(key) }));
  return client;
}

describe.each([
  { name: 'the current client', open: connect },
  { name: 'the client of the version before', open: connectLast },
])('$name', ({ open }) => {
  test('reads which release answers it', async () => {
    const client = await open(await buildKey(site, await buildMember(site)));
    expect(client.getServerVersion()).toMatchObject({ name: 'promptory', version: release });
    await client.close();
  });

  test('lists the prompts that its member can read, and gets one filled in, as a copy', async () => {
    const member = await buildMember(site, { level: 1 });
    const word = crypto.randomUUID();
    const prompt = await buildPrompt(site, {
      prompt_body: `Write ${word} to [COMPANY NAME] about {{topic}}`,
      blanks: JSON.stringify([{ name: 'topic', label: 'The topic', help: 'In a word' }]),
      tier_access: 1,
    });
    const locked = await buildPrompt(site, { tier_access: 2 });
    const client = await open(await buildKey(site, member));
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listPrompts(cursor ? { cursor } : {});
      names.push(...page.prompts.map(({ name }) => name));
      const found = page.prompts.find(({ name }) => name === prompt.slug);
      if (found)
        expect(found.arguments).toMatchObject([
          { name: 'topic', description: 'The topic: In a word' },
          { name: 'company_name', description: 'Company name' },
        ]);
      cursor = page.nextCursor;
    } while (cursor);
    expect(names).toContain(prompt.slug);
    expect(names).not.toContain(locked.slug);

    const filled = await client.getPrompt({
      name: prompt.slug,
      arguments: { company_name: 'Acme', topic: 'tea' },
    });
    expect(filled.messages[0]?.content).toMatchObject({ text: `Write ${word} to Acme about tea` });
    const copies = await site.db
      .selectFrom('user_activity')
      .select('id')
      .where('user_id', '=', member.id)
      .execute();
    expect(copies).toHaveLength(1);
    await expect(client.getPrompt({ name: prompt.slug, arguments: { topic: 'tea' } })).rejects.toThrow(
      'company_name',
    );
    await expect(client.getPrompt({ name: locked.slug, arguments: {} })).rejects.toThrow('access');
    await client.close();
  });

  test('says when the daily limit is reached', async () => {
    const member = await buildMember(site, { level: 1 });
    await site.db.updateTable('tiers').set({ daily_copy_limit: 1 }).where('access_level', '=', 1).execute();
    const prompt = await buildPrompt(site, { prompt_body: 'Just this' });
    const client = await open(await buildKey(site, member));
    await client.getPrompt({ name: prompt.slug, arguments: {} });
    await expect(client.getPrompt({ name: prompt.slug, arguments: {} })).rejects.toThrow('copy for today');
    await client.close();
  });

  test('lists the tools that a key can call, with what the key and its member may do', async () => {
    const toolsOf = async (...given: Parameters<typeof buildKey>) => {
      const client = await open(await buildKey(...given));
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name).toSorted();
    };
    const [member, admin] = [await buildMember(site), await buildAdmin(site)];
    const reading = ['get_playbook', 'get_prompt', 'list_favorites', 'list_playbooks', 'search_library'];
    expect(await toolsOf(site, member, ['library:read'])).toEqual(reading);
    expect(await toolsOf(site, admin, ['library:read', 'runs:write'])).toEqual([
      ...reading.slice(0, 4),
      ...['save_step_result', 'search_library', 'start_run'],
    ]);
    expect(await toolsOf(site, admin, ['catalog:write'])).toEqual(['create_prompt']);
  });

  test.each([
    { scopes: ['library:read', 'library:copy'], offered: ['completions', 'prompts', 'resources', 'tools'] },
    { scopes: ['library:read'], offered: ['completions', 'resources', 'tools'] },
    { scopes: ['library:copy', 'runs:write'], offered: ['tools'] },
  ] as const)('offers a key with $scopes only $offered', async ({ scopes, offered }) => {
    const client = await open(await buildKey(site, await buildMember(site), [...scopes]));
    expect(Object.keys(client.getServerCapabilities() ?? {}).toSorted()).toEqual(offered);
    await client.close();
  });

  test('finds, reads and saves with tools, whose answers match their schemas', async () => {
    const member = await buildMember(site, { level: 1 });
    const word = `w${crypto.randomUUID().slice(0, 8)}`;
    const open1 = await buildPrompt(site, { title: `Open ${word}`, prompt_body: 'Say {{x}}' });
    const locked = await buildPrompt(site, {
      title: `Locked ${word}`,
      tier_access: 2,
      prompt_body: `secret-${word}`,
    });
    const playbook = await buildPlaybook(site, { tier_access: 1 });
    await buildStep(site, playbook, { prompts: [{ type: 'manual', title: 'One', prompt_body: 'Do it' }] });
    const client = await open(await buildKey(site, member));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('create_prompt');
    expect(tools.find(({ name }) => name === 'get_prompt')?.annotations?.readOnlyHint).toBe(true);
    const call = async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as {
        isError?: boolean;
        structuredContent?: Record<string, unknown>;
        content: { text: string }[];
      };
    expect(tools.filter(({ inputSchema }) => inputSchema.additionalProperties !== false)).toEqual([]);
    const unknown = await call('search_library', { q: word, zzz: 1 });
    expect([unknown.isError, unknown.content[0]?.text]).toEqual([
      true,
      expect.stringContaining('Invalid arguments for tool search_library: Unknown: zzz'),
    ]);
    const found = await call('search_library', { q: word });
    const items = found.structuredContent?.items as { is_locked: boolean }[];
    expect(items.toSorted((one, other) => Number(other.is_locked) - Number(one.is_locked))).toMatchObject([
      { slug: locked.slug, is_locked: true, unlock: expect.stringContaining('/pricing') },
      { slug: open1.slug, is_locked: false, unlock: null },
    ]);
    const images = await call('search_library', { q: word, type: 'Image' });
    expect(images.structuredContent?.items).toEqual([]);
    const read = await call('get_prompt', { slug: open1.slug, values: { x: 'hello' } });
    expect(read.structuredContent).toMatchObject({ text: 'Say hello', unfilled: [] });
    const closed = await call('get_prompt', { slug: locked.slug });
    expect(closed.structuredContent?.text).toBeNull();
    expect(JSON.stringify(closed)).not.toContain(`secret-${word}`);
    expect((await call('get_playbook', { slug: playbook.slug })).content[0]?.text).toMatch(
      /### One\n\n```\nDo it\n```/,
    );
    expect((await call('get_prompt', { slug: 'no-such-prompt' })).isError).toBe(true);

    await call('set_favorite', { kind: 'prompt', slug: open1.slug, favorite: true });
    const favorites = await call('list_favorites', {});
    expect(favorites.structuredContent?.items).toMatchObject([{ slug: open1.slug }]);
    const run = await call('start_run', { playbook: playbook.slug });
    const saved = await call('save_step_result', { run: run.structuredContent?.id, step: 1, result: 'Done' });
    expect(saved.structuredContent).toMatchObject({ done: true, result: 'Done', is_merged: false });
    await client.close();
  });

  test('reads resources, and completes slugs and choices', async () => {
    const member = await buildMember(site, { level: 1 });
    const slug = `resource-${crypto.randomUUID().slice(0, 8)}`;
    await buildPrompt(site, {
      slug,
      title: slug.replaceAll('-', ' '),
      prompt_body: 'In {{tone}}',
      blanks: JSON.stringify([{ name: 'tone', kind: 'choice', options: ['dry', 'kind', 'keen'] }]),
    });
    const client = await open(await buildKey(site, member));
    const { contents } = await client.readResource({ uri: `promptory://prompts/${slug}` });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('In {{tone}}') });
    const choices = await client.complete({
      ref: { type: 'ref/prompt', name: slug },
      argument: { name: 'tone', value: 'k' },
    });
    expect(choices.completion.values).toEqual(['kind', 'keen']);
    const slugs = await client.complete({
      ref: { type: 'ref/resource', uri: 'promptory://prompts/{slug}' },
      argument: { name: 'slug', value: slug.slice(0, -2) },
    });
    expect(slugs.completion.values).toEqual([slug]);
    await client.close();
  });
});

test('an admin’s key creates drafts, and publishes them if told to', async () => {
  const admin = await buildAdmin(site);
  const client = await connect(await buildKey(site, admin));
  const made = await client.callTool({
    name: 'create_prompt',
    arguments: { title: 'Made over MCP', prompt_body: 'x' },
  });
  expect(made.structuredContent).toMatchObject({ status: 'draft' });
  const { slug } = made.structuredContent as { slug: string };
  const changed = await client.callTool({ name: 'update_prompt', arguments: { slug, status: 'published' } });
  expect(changed.structuredContent).toMatchObject({ slug, status: 'published' });
  const logged = await site.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'action'])
    .where('actor_id', '=', admin.id)
    .orderBy('created_at')
    .execute();
  expect(logged).toEqual([
    { actor_kind: 'key', action: 'MCP create_prompt' },
    { actor_kind: 'key', action: 'MCP update_prompt' },
  ]);
  // Text that the editor refuses is refused here too, with a message and not as an internal error.
  for (const prompt_body of ['  \n', 'nul \0', 'half a pair \ud800']) {
    const refused = await client
      .callTool({ name: 'create_prompt', arguments: { title: 'Refused', prompt_body } })
      .catch((error: Error) => ({ isError: true, content: [{ text: error.message }] }));
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).not.toContain('on our side');
  }
  expect((await client.callTool({ name: 'search_library', arguments: { q: '\0' } })).isError).toBe(true);
  await client.close();
});

test("no answer contains a text that the member's plan doesn't include", async () => {
  const word = `canary${crypto.randomUUID().slice(0, 8)}`;
  const texts = { prompt_body: `${word} {{tone:${word}}}`, example_output: `${'x'.repeat(200)}${word}` };
  const prompts = [
    await buildPrompt(site, { ...texts, tier_access: 2 }),
    await buildPrompt(site, { ...texts, status: 'draft' }),
  ];
  const playbooks = [
    await buildPlaybook(site, { tier_access: 2 }),
    await buildPlaybook(site, { status: 'draft' }),
  ];
  for (const playbook of playbooks)
    await buildStep(site, playbook, { description: word, prompts: [{ title: 'x', prompt_body: word }] });
  const members = [
    await buildMember(site),
    await buildMember(site, { level: 0 }),
    await buildMember(site, { level: 1 }),
  ];
  const reader = await buildMember(site, { level: 2 });
  const everything = async (key: string) => {
    const client = await connect(key);
    const heard = async (work: Promise<unknown>) =>
      JSON.stringify(await work.catch((error: unknown) => String(error)));
    const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } });
    const all = [
      heard(client.listPrompts()),
      heard(call('search_library', { limit: 100 })),
      heard(call('search_library', { q: word })),
      heard(call('list_playbooks', { limit: 100 })),
      ...prompts.flatMap(({ slug }) => [
        heard(call('get_prompt', { slug, values: { tone: 'x' } })),
        heard(client.getPrompt({ name: slug, arguments: { tone: 'x' } })),
        heard(client.readResource({ uri: `promptory://prompts/${slug}` })),
        heard(
          client.complete({ ref: { type: 'ref/prompt', name: slug }, argument: { name: 'tone', value: '' } }),
        ),
      ]),
      ...playbooks.flatMap(({ slug }) => [
        heard(call('get_playbook', { slug })),
        heard(call('start_run', { playbook: slug })),
        heard(client.readResource({ uri: `promptory://playbooks/${slug}` })),
      ]),
    ];
    const answers = (await Promise.all(all)).join('\n').replaceAll(/"q":"[^"]*"/g, '');
    await client.close();
    return answers;
  };
  for (const member of members) expect(await everything(await buildKey(site, member))).not.toContain(word);
  expect(await everything(await buildKey(site, reader))).toContain(word);
});
