import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlaybook, buildPrompt, buildTier } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// The HTML for visitors and search engines without scripts.
let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  const tiers = [
    { name: 'Start', access_level: 0, daily_copy_limit: 10 },
    { name: 'Middle', access_level: 1, price: 1_250, daily_copy_limit: 2_000 },
    { name: 'Whole', access_level: 2, price: 3_000, daily_copy_limit: 999_999, trial_days: 14 },
    { name: 'Beyond', access_level: 7, price: 9_900, daily_copy_limit: 1, features: ['Only this <line>'] },
  ];
  for (const tier of tiers) await buildTier(site, { features: [], ...tier });
  await buildPrompt(site, {
    title: 'Shown & <told>',
    category: 'One, Two',
    description: 'A [link](x) and **more**',
  });
  await buildPrompt(site, { title: 'Never shown', status: 'draft' });
  await buildPlaybook(site, {
    title: 'For sale',
    is_purchasable: true,
    price: 1_999,
    category: 'Guides',
    description: 'A [link](x) and **more**',
  });
});
afterAll(() => site.stop());

const read = async (path: string) =>
  (await (await fetch(`${site.url}${path}`)).text()).replaceAll('<!-- -->', '');
/** The text that a reader sees. */
const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ');

describe('the pricing page', () => {
  test("lists each plan's benefits from its numbers, unless it has its own list", async () => {
    const text = textOf(await read('/pricing'));
    const between = (from: string, to: string) =>
      text.slice(text.indexOf(` ${from} `), text.lastIndexOf(` ${to} `));
    expect(between('Start', 'Middle')).toContain('10 copies per day');
    expect(text).toContain('Limited free prompts');
    expect(text).toContain('2,000 copies per day');
    expect(text).toContain('All prompts');
    expect(text).toContain('Unlimited copies per day');
    expect(text).toContain('All prompts + All playbooks');
    expect(text).toContain('Only this <line>');
    expect(text).not.toContain('1 copies per day');
  });

  test('lists the plans by level', async () => {
    const text = textOf(await read('/pricing'));
    const places = ['Start', 'Middle', 'Whole', 'Beyond'].map((name) => text.indexOf(` ${name} `));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });
});

describe('a public page', () => {
  test.each(['/', '/browse', '/browse?category=Two', '/browse-playbooks', '/pricing', '/api/docs'])(
    '%s tells search engines what it is and where',
    async (path) => {
      const html = await read(path);
      const meta = (name: string) =>
        new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
      expect(title).toContain('Promptory');
      expect(meta('og:title')).toBe(title);
      expect(meta('description').length).toBeGreaterThan(30);
      expect(meta('og:description')).toBe(meta('description'));
      expect(meta('og:url')).toBe(`${site.url}${path}`);
      expect(meta('og:site_name')).toBe('Promptory');
      expect(meta('robots')).not.toContain('noindex');
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
    },
  );

  test.each([
    '/browse?category=Made+up',
    '/browse?category=Two&type=Video',
    '/browse-playbooks?category=Two',
  ])('%s is not offered to search engines, because nothing is there', async (path) => {
    expect(await read(path)).toContain('<meta name="robots" content="noindex, follow"');
  });

  test('shows published items, escaped, and no drafts', async () => {
    const html = await read('/browse');
    expect(html).toContain('Shown &amp; &lt;told&gt;');
    expect(html).not.toContain('Never shown');
    const playbooks = textOf(await read('/browse-playbooks'));
    for (const text of ['For sale', 'A link and more']) expect(playbooks).toContain(text);
    expect(await read('/browse?category=Two')).toContain('Shown &amp;');
    expect(await read('/browse?category=Three')).not.toContain('Shown &amp;');
  });

  test.each([
    ['a long', 'A word and another one. '.repeat(60)],
    ['a much formatted', '- **Point**: see [here](https://example.com/a)\n'.repeat(40)],
  ])('shows %s description of a playbook in its place', async (_kind, description) => {
    const { slug } = await buildPlaybook(site, { description: `${description}\nWhat is said last.` });
    const html = await read(`/browse-playbooks/${slug}`);
    const text = textOf(html.slice(html.indexOf('<h1'), html.indexOf('<dl')));
    expect(text).toContain('What is said last.');
    expect(text).not.toContain('**');
  });

  test('shows a heavily formatted description with its formatting, and one that is nested too deeply without', async () => {
    const { slug } = await buildPlaybook(site, {
      description: `${'- **Point**: see [here](https://example.com/a)\n'.repeat(40)}\n## What is said last`,
    });
    const html = await read(`/browse-playbooks/${slug}`);
    expect(html).toContain('<strong>Point</strong>');
    expect(html).toContain('<h2>What is said last</h2>');
    const { slug: deep } = await buildPlaybook(site, { description: `${'> '.repeat(300)}Deep inside.` });
    expect(textOf(await read(`/browse-playbooks/${deep}`))).toContain('Deep inside.');
  });

  test('treats a category as text, whatever it contains', async () => {
    for (const category of [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' or 1=1 --",
      '%00',
      'x'.repeat(300),
    ]) {
      const answer = await fetch(`${site.url}/browse?category=${encodeURIComponent(category)}`);
      expect(answer.status).toBeLessThan(500);
      const html = await answer.text();
      expect(html).not.toContain('<script>alert(1)');
      expect(html).not.toContain('<img src=x');
    }
  });

  test("doesn't answer a damaged cursor with a server error", async () => {
    const noSuchOffset = JSON.stringify([
      'newest',
      '2024-01-01 00:00:00+16',
      '00000000-0000-4000-8000-000000000000',
    ]);
    for (const cursor of ['x', '', 'bnVsbA', Buffer.from(noSuchOffset).toString('base64url')])
      expect((await fetch(`${site.url}/browse?cursor=${cursor}`)).status, cursor).toBeLessThan(500);
  });
});

describe("a members' page", () => {
  test.each([
    '/dashboard',
    '/prompts',
    '/prompt/x',
    '/playbooks',
    '/playbook/x',
    '/settings',
    '/subscription',
    '/admin',
    '/admin/users',
  ])('%s is the same empty frame for everybody, and nothing for search engines', async (path) => {
    const html = await read(path);
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toMatch(/Shown &amp;|Never shown|For sale/);
    const answer = await fetch(`${site.url}${path}`, {
      headers: { authorization: 'Bearer x', cookie: 'session=x' },
    });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  });
});

describe('robots.txt and the site map', () => {
  test('exclude private and technical pages, and include public and shared ones', async () => {
    const rules = (await read('/robots.txt')).split('\n').map((line) => line.split(': '));
    /** The longest matching rule counts (RFC 9309). */
    const isClosed = (path: string) =>
      rules
        .filter(([kind = '', start = '']) => ['Allow', 'Disallow'].includes(kind) && path.startsWith(start))
        .sort(([, one = ''], [, other = '']) => other.length - one.length)[0]?.[0] === 'Disallow';
    const closed = ['/admin/users', '/dashboard', '/prompts', '/playbooks', '/settings', '/subscription'];
    const machines = ['/reset-password', '/api/v1/prompts', '/auth/v1/user', '/functions/v1/x'];
    for (const path of [...closed, ...machines]) expect([path, isClosed(path)]).toEqual([path, true]);
    // Link previews read these pages. The pages themselves tell search engines not to index them.
    const shared = ['/prompt/x', '/playbook/x', '/og/prompts/x.png', '/api/docs', '/browse'];
    for (const path of shared) expect([path, isClosed(path)]).toEqual([path, false]);
    const map = [...(await read('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      (match) => match[1] ?? '',
    );
    expect(map.length).toBeGreaterThanOrEqual(4);
    for (const address of map) {
      expect(isClosed(new URL(address).pathname)).toBe(false);
      expect((await fetch(address)).status).toBe(200);
    }
  });
});

describe('built files', () => {
  test('are cached forever under their names, compressed, with their content type', async () => {
    const html = await read('/');
    const files = [...html.matchAll(/"(\/assets\/[^"#\\]+)/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const file of new Set(files)) {
      const answer = await fetch(`${site.url}${file}`, { headers: { 'accept-encoding': 'br' } });
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const kind = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }[
        file.split('.').at(-1) ?? ''
      ];
      expect(answer.headers.get('content-type')).toContain(kind);
    }
    const packed = await fetch(`${site.url}${files.find((file) => file.endsWith('.js'))}`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(packed.headers.get('content-encoding')).toBe('br');
  });

  test("that don't exist, and folders above them, are not found", async () => {
    for (const path of [
      '/assets/none.js',
      '/assets/',
      '/assets/de',
      '/assets/../../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/.env',
      '/index.html',
      '/server/index.js',
    ]) {
      const answer = await fetch(`${site.url}${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('cache-control')).not.toContain('immutable');
    }
  });
});
