// Needs the built pages.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlaybook, buildPrompt, buildTier } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Information that search engines, feed readers, messengers and other programs discover by themselves.
const secret = 'a text for members only';
const odd = `Tom & "Jerry" <b>’s ]]> \u0001`;
let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await buildTier(site, { name: 'Gold', access_level: 1, price: 1_200 });
  await buildPrompt(site, {
    slug: 'free-one',
    title: odd,
    description: 'What it does.',
    prompt_body: secret,
    category: 'Writing,Work',
    prompt_type: 'Text',
  });
  await buildPrompt(site, { slug: 'gated', title: 'Gated', prompt_body: secret, tier_access: 1 });
  await buildPrompt(site, { slug: 'hidden', title: 'A hidden draft', status: 'draft' });
  await buildPlaybook(site, { slug: 'a-playbook', title: 'A playbook', description: 'Steps.' });
});
afterAll(() => site.stop());

const get = (path: string, headers = {}) => fetch(`${site.url}${path}`, { redirect: 'manual', headers });
const text = async (path: string) => (await get(path)).text();
const xml = async (path: string) => {
  const content = await text(path);
  expect(XMLValidator.validate(content)).toBe(true);
  return new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => ['entry', 'url', 'sitemap'].includes(name),
  }).parse(content);
};

describe('the page of an item', () => {
  test.each([
    ['/browse/free-one', true],
    ['/browse/gated', false],
    ['/browse-playbooks/a-playbook', true],
  ])('%s tells search engines what it is, and whether it is free', async (path, isFree) => {
    const html = await text(path);
    const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? ''),
    );
    const trail = data.find((item) => item['@type'] === 'BreadcrumbList');
    expect(trail.itemListElement.at(-1)).toMatchObject({ position: 2, item: `${site.url}${path}` });
    const work = data.find((item) => item !== trail);
    expect(work).toMatchObject({ '@context': 'https://schema.org', isAccessibleForFree: isFree });
    expect(work.url).toBe(`${site.url}${path}`);
    expect(html).toContain(`<link rel="canonical" href="${site.url}${path}"`);
    expect(html).not.toContain(secret);
    const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const answer = await fetch(picture);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
      format: 'png',
      width: 1_200,
      height: 630,
    });
  });

  test("of a draft or a missing item doesn't exist, nor does its picture", async () => {
    for (const path of ['/browse/hidden', '/browse/none', '/og/prompts/hidden.png', '/og/playbooks/none.png'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test("gives its title and picture to the members' page, which shows nothing else", async () => {
    const html = await text('/prompt/gated');
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).toContain('<meta property="og:title" content="Gated');
    expect(html).toContain(`<meta property="og:image" content="${site.url}/og/prompts/gated.png?v=`);
    expect(html).not.toContain(secret);
    expect(await text('/prompt/hidden')).not.toContain('A hidden draft');
  });
});

describe('feeds', () => {
  test("have new items, escaped, and nothing that isn't public", async () => {
    const { feed } = await xml('/feed.atom');
    expect(feed.entry.map((entry: { title: string }) => entry.title)).toHaveLength(3);
    expect(feed.entry.map((entry: { link: { '@_href': string } }) => entry.link['@_href']).sort()).toEqual(
      ['/browse-playbooks/a-playbook', '/browse/free-one', '/browse/gated'].map(
        (path) => `${site.url}${path}`,
      ),
    );
    const answer = await get('/feed.json');
    expect(answer.headers.get('content-type')).toContain('application/feed+json');
    const json = (await answer.json()) as {
      version: string;
      items: { id: string; title: string; url: string }[];
    };
    expect(json).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `${site.url}/feed.json`,
    });
    expect(json.items.map(({ title }) => title)).toContain(odd);
    expect(new Set(json.items.map(({ id }) => id))).toEqual(
      new Set(feed.entry.map((entry: { id: string }) => entry.id)),
    );
    for (const path of ['/feed.atom', '/feed.json', '/llms.txt']) {
      const content = await text(path);
      expect(content).not.toContain(secret);
      expect(content).not.toContain('hidden');
    }
    expect(await text('/')).toContain('type="application/atom+xml"');
  });

  test('and the embed of an item are linked from its page', async () => {
    expect(await text('/browse/gated')).toContain('type="application/json+oembed"');
  });

  test('exist for each category', async () => {
    await buildPrompt(site, { slug: 'of-a-category', title: 'Of a category', category: 'Sailing, Rowing' });
    const path = '?category=Rowing';
    await expect.poll(async () => (await text(`/feed.json${path}`)).includes('of-a-category')).toBe(true);
    const json = (await (await get(`/feed.json${path}`)).json()) as { feed_url: string; items: unknown[] };
    expect(json).toMatchObject({
      feed_url: `${site.url}/feed.json${path}`,
      items: [{ title: 'Of a category' }],
    });
    const { feed } = await xml(`/feed.atom${path}`);
    expect([feed.entry].flat()).toHaveLength(1);
    expect(await text('/feed.json?category=None')).toContain('"items":[]');
  });

  test('for language models are plain Markdown with one line per item', async () => {
    const listed = async () => (await text('/llms.txt')).split('\n');
    // The newest item, of the test before.
    await expect.poll(listed).toContain(`- [Of a category](${site.url}/browse/of-a-category)`);
    const lines = await listed();
    expect(lines[0]).toMatch(/^# \S/);
    expect(lines).toContain(`- [Gated](${site.url}/browse/gated)`);
    expect(lines.filter((line) => line.includes('/browse/free-one'))).toHaveLength(1);
    const { id, slug } = await buildPrompt(site, { title: '[]()', description: '' });
    const address = `${site.url}/browse/${slug}`;
    await expect.poll(listed).toContain(`- [${address}](${address})`);
    const changed = { title: 'Draft [v2] (mine)', description: 'Runs `code();`' };
    await site.db.updateTable('prompts').set(changed).where('id', '=', id).execute();
    await expect.poll(listed).toContain(`- [Draft v2 mine](${address}): Runs code();`);
    await site.db.deleteFrom('prompts').where('id', '=', id).execute();
    await expect.poll(listed).toEqual(lines);
  });
});

describe('addresses', () => {
  test.each([
    ['/browse/', '/browse'],
    ['/Browse?category=Writing', '/browse?category=Writing'],
    ['/PRICING/', '/pricing'],
    ['/browse/Free-One/', '/browse/free-one'],
    ['/.well-known/change-password', '/settings#password'],
  ])('%s leads to %s', async (from, to) => {
    const answer = await get(from);
    expect([301, 302, 308]).toContain(answer.status);
    expect(new URL(answer.headers.get('location') ?? '', site.url).href).toBe(`${site.url}${to}`);
  });

  test("beginning with two slashes don't redirect to another host", async () => {
    const { status, headers } = await get('//evil.example/');
    expect([status, headers.get('location')]).toEqual([404, null]);
  });

  test('of icons and the manifest match those in the pages', async () => {
    const html = await text('/');
    const linked = [
      ...html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*href="([^"]+)"/g),
    ].map(([, href]) => href ?? '');
    expect(linked.length).toBeGreaterThanOrEqual(3);
    const manifest = (await (await get('/manifest.webmanifest')).json()) as {
      icons: { src: string; sizes: string }[];
    };
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp(await (await get(src)).arrayBuffer()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    for (const href of [...linked, '/favicon.ico'])
      expect([href, (await get(href)).status]).toEqual([href, 200]);
    expect(html).toMatch(/<meta name="theme-color"/);
  });
});

test("the description of a category's page is cut before an emoji, not in it", async () => {
  const beginning = 'x'.repeat(159);
  await site.db
    .updateTable('categories')
    .set({ description: `${beginning}😀 and more` })
    .where('slug', '=', 'rowing')
    .execute();
  // The page is rendered anew when the change is announced.
  await expect
    .poll(
      async () => /<meta name="description" content="([^"]*)"/.exec(await text('/categories/rowing'))?.[1],
    )
    .toBe(beginning);
});

describe('the site map', () => {
  test('has every public page with its last change, and is split at 50,000', async () => {
    const small = await xml('/sitemap.xml');
    const locations = small.urlset.url.map(({ loc }: { loc: string }) => loc);
    expect(locations).toContain(`${site.url}/browse-playbooks/a-playbook`);
    // Pages that every site has, categories, and items.
    const few = 5 + 4 + 4;
    expect(locations).toContain(`${site.url}/categories/rowing`);
    expect(locations).toHaveLength(few);
    expect(small.urlset.url.at(-1).lastmod).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);

    await site.db.transaction().execute(async (transaction) => {
      // Without triggers, because versions and other traces of so many rows would take longer than the rows themselves.
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`insert into prompts (slug, title, prompt_body, status)
        select 'many-' || n, 'Many', 'x', 'published' from generate_series(1, 50000) as n`.execute(
        transaction,
      );
      await sql`select pg_notify('content_changed', '')`.execute(transaction);
    });
    await expect.poll(async () => (await xml('/sitemap.xml')).sitemapindex?.sitemap.length).toBe(2);
    const seen = new Set<string>();
    for (const part of [1, 2])
      for (const { loc } of (await xml(`/sitemap.xml?part=${part}`)).urlset.url) seen.add(loc);
    expect(seen.size).toBe(few + 50_000);
    expect((await get('/sitemap.xml?part=3')).status).toBe(404);
  });
});
