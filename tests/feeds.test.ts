import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { writeLibrary } from '#library/import/export.server.ts';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

const operator = asOperator('library');
let site: TestSite;
const secret = (name: string) => `canary-${name}-${crypto.randomUUID()}`;
const texts = {
  open: secret('open'),
  locked: secret('locked'),
  step: secret('step'),
  draft: secret('draft'),
};
beforeAll(async () => {
  site = await createTestSite();
  await buildPrompt(site, {
    title: 'Open',
    prompt_body: `${texts.open} <&>`,
    tier_access: 1,
    category: 'Rowing',
  });
  await buildPrompt(site, { title: 'Locked', prompt_body: texts.locked, tier_access: 2 });
  await buildPrompt(site, { title: 'Draft', prompt_body: texts.draft, status: 'draft' });
  const playbook = await buildPlaybook(site, { title: 'Steps', tier_access: 1 });
  await buildStep(site, playbook, {
    title: 'Begin',
    description: 'What to do first.',
    prompts: [{ type: 'manual', title: 'x', prompt_body: texts.step }],
  });
});
afterAll(() => site.stop());

async function buildKey(token: string, scopes: string[]) {
  const made = await site.api('POST', '/api/v1/keys', { token, body: { name: 'Reader', scopes } });
  return made.body.key as string;
}
const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}` });
const heard = (text: string) =>
  Object.entries(texts)
    .filter(([, canary]) => text.includes(canary))
    .map(([name]) => name)
    .sort();

test("a member's own feed, with the sign-in of a feed reader, has the texts that their plan includes", async () => {
  const member = await buildMember(site, { level: 1 });
  const key = await buildKey(member.token, ['library:read']);
  for (const path of ['/api/v1/feed.atom', '/api/v1/feed.json']) {
    for (const options of [{ token: key }, { headers: basic(key) }]) {
      const feed = await site.api('GET', path, options);
      expect([feed.status, heard(feed.text)]).toEqual([200, ['open', 'step']]);
      expect(feed.text).toMatch(
        /## 1\. Begin(\n\n|\\n\\n)What to do first\.(\n\n|\\n\\n)### x(\n\n|\\n\\n)```/,
      );
      expect(feed.headers.get('cache-control')).toBe('private, no-store');
      expect(feed.headers.get('x-content-type-options')).toBe('nosniff');
    }
    for (const headers of [{}, basic('ä'), basic('パスワード'), basic('a\0b'), basic('a\r\nb'), basic('')]) {
      const none = await site.api('GET', path, { headers });
      expect([none.status, none.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="API key as the password"',
      ]);
    }
    const asUser = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
    expect((await site.api('GET', path, { headers: asUser })).body).toEqual({
      error: 'Send the API key as the password, not as the user name.',
      code: 'invalid_token',
    });
  }
  const atom = await site.api('GET', '/api/v1/feed.atom?category=Rowing', { token: key });
  expect(new XMLParser().parse(atom.text).feed.entry).toMatchObject({
    title: 'Open',
    content: `${texts.open} <&>`,
  });
});

test("one member's feed is not served to another", async () => {
  const [none, all] = [await buildMember(site), await buildMember(site, { level: 2 })];
  for (const path of ['/api/v1/feed.atom', '/api/v1/feed.json']) {
    expect(heard((await site.api('GET', path, { token: all.token })).text)).toEqual([
      'locked',
      'open',
      'step',
    ]);
    expect(heard((await site.api('GET', path, { token: none.token })).text)).toEqual([]);
  }
  const key = await buildKey(none.token, ['engagement:write']);
  expect((await site.api('GET', '/api/v1/feed.json', { token: key })).status).toBe(403);
});

test('a feed has the fifty newest items, newest first', async () => {
  await site.pool.query(
    `insert into prompts (slug, title, prompt_body, status, category, created_at)
      select 'later-' || n, 'Later ' || n, 'x', 'published', 'Later', now() + n * interval '1 minute' from generate_series(1, 60) n`,
  );
  const { token } = await buildMember(site);
  const feed = await site.api('GET', '/api/v1/feed.json?category=Later', { token });
  expect(feed.body.items.map(({ title }: { title: string }) => title)).toEqual(
    Array.from({ length: 50 }, (_, index) => `Later ${60 - index}`),
  );
  await site.pool.query("delete from prompts where slug like 'later-%'");
});

test('a feed has texts up to ten million characters, beginning with the newest items', async () => {
  await site.pool.query(
    `insert into prompts (slug, title, prompt_body, status, category, created_at)
      select 'long-' || n, 'Long ' || n, repeat('x', 1000000), 'published', 'Long', now() + n * interval '1 minute' from generate_series(1, 12) n`,
  );
  const { token } = await buildMember(site);
  const feed = await site.api('GET', '/api/v1/feed.json?category=Long', { token });
  const lengths = feed.body.items.map((item: { content_text: string }) => item.content_text.length);
  expect(lengths).toEqual([...Array(10).fill(1_000_000), 0, 0]);
  await site.pool.query("delete from prompts where slug like 'long-%'");
});

test('a draft that was started long ago counts as new when it is published', async () => {
  const { id, slug } = await buildPrompt(site, {
    title: 'Begun in January',
    status: 'draft',
    created_at: new Date('2026-01-10T00:00:00Z'),
  });
  const before = Date.now() - 1;
  const published = await site.api('PATCH', `/api/v1/admin/prompts/${id}`, {
    token: (await buildAdmin(site)).token,
    body: { status: 'published' },
  });
  expect(published.status).toBe(200);
  const { token } = await buildMember(site);
  const json = await site.api('GET', '/api/v1/feed.json', { token });
  const [first] = json.body.items;
  expect(first.title).toBe('Begun in January');
  expect(Date.parse(first.date_published)).toBeGreaterThan(before);
  const atom = await site.api('GET', '/api/v1/feed.atom', { token });
  expect(new XMLParser().parse(atom.text).feed.entry[0].published).toBe(first.date_published);
  const page = await (await fetch(`${site.url}/browse/${slug}`)).text();
  expect(page).toContain(`"datePublished":"${first.date_published}"`);
  await site.pool.query('delete from prompts where id = $1', [id]);
});

test('under a daily limit, a feed has only texts already counted today, and counts none', async () => {
  const tier = await buildTier(site, { access_level: 2, reading_counts: true, daily_copy_limit: 1 });
  const member = await buildMember(site, { tier });
  expect(heard((await site.api('GET', '/api/v1/feed.json', { token: member.token })).text)).toEqual([]);
});

test('admins export the whole library as the import reads it, with a key too', async () => {
  const admin = await buildAdmin(site);
  const key = await buildKey(admin.token, ['catalog:write']);
  const answer = await site.api('GET', '/api/v1/export', { token: key });
  expect(answer.status).toBe(200);
  expect(heard(answer.text)).toEqual(['draft', 'locked', 'open', 'step']);
  expect(answer.body.prompts.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['Open', 'Locked', 'Draft']),
  );
  expect(answer.body.playbooks).toMatchObject([{ title: 'Steps', steps: [{ prompts: [{ title: 'x' }] }] }]);
  const reader = await buildKey(admin.token, ['library:read']);
  expect((await site.api('GET', '/api/v1/export', { token: reader })).status).toBe(403);
});

test("a large library is streamed, so that memory doesn't grow with it", async () => {
  const size = 500_000;
  const count = 100;
  await site.pool.query(
    `insert into prompts (slug, title, prompt_body, status)
      select 'large-' || n, 'Large', repeat('x', $1), 'draft' from generate_series(1, $2) n`,
    [size, count],
  );
  const pieces: number[] = [];
  await writable(site.db, operator)
    .transaction()
    .execute((transaction) =>
      writeLibrary(transaction, operator, async (piece) => void pieces.push(piece.length)),
    );
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(size * count);
  expect(Math.max(...pieces.slice(3))).toBeLessThan(5 * size);
  const admin = await buildAdmin(site);
  const sent = await site.api('GET', '/api/v1/export', { token: admin.token });
  expect(sent.body.prompts.length).toBeGreaterThan(count);
});

test('deleting an account deletes its keys and connected programs', async () => {
  const member = await buildMember(site);
  const key = await buildKey(member.token, ['library:read']);
  const { body, text } = await site.api('GET', '/api/v1/profile/export', { token: member.token });
  expect(body.keys).toMatchObject([{ name: 'Reader', scopes: ['library:read'] }]);
  expect(body.programs).toEqual([]);
  expect(text).not.toContain(key);
});
