// Needs the built pages.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildTier } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  for (let index = 0; index < 30; index += 1) {
    await buildPrompt(site, { title: `Prompt number ${index}`, category: index % 2 ? 'Odd' : 'Even' });
  }
  await buildPlaybook(site, {
    title: 'A playbook',
    category: 'Guides',
    tier_access: 1,
    is_purchasable: true,
    price: 1900,
  });
  await buildTier(site, { name: 'Gold', price: 1200, access_level: 1, features: [] });
});
afterAll(() => site.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}${path}`, { headers, redirect: 'manual' });
const html = async (path: string) => (await get(path)).text();

describe('public pages', () => {
  test.each([
    [
      '/',
      [
        'Browse Prompts',
        'Explore Playbooks',
        'Sign Up Free',
        'Gold',
        '$12',
        'Subscribe Now',
        'Access to prompts',
      ],
    ],
    [
      '/browse',
      [
        'Showing 30 prompts',
        'Get Started Free',
        'Prompt number 29',
        'Odd',
        '/signup?from=%2Fprompt%2F',
        '0 <span class="sr-only">views</span>',
        'Load more',
      ],
    ],
    ['/browse?category=Odd', ['Showing 15 prompts', 'Prompt number 1<']],
    ['/browse?category=None', ['Showing 0 prompts', 'No prompts found in this category.']],
    [
      '/browse-playbooks',
      ['Showing 1 playbook<', 'A playbook', '$19', '>views<', '/signup?from=%2Fplaybook%2F'],
    ],
    ['/pricing', ['Gold', '$12', 'Save 20%', 'Frequently asked questions']],
    ['/api/docs', ['id="post-prompts-slug-copies"', 'copies_left: integer | null', 'id="purchase.created"']],
  ])('%s is whole without JavaScript', async (path, texts) => {
    const page = (await html(path)).replaceAll('<!-- -->', '');
    for (const text of texts) expect(page).toContain(text);
    expect(page).toMatch(/<title>[^<]+<\/title>/);
    expect(page).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(page).toContain(`<link rel="canonical" href="${site.url}${path}"`);
    expect(page).toMatch(/<meta property="og:title"/);
  });

  test('the link behind "Load more" leads to the rest', async () => {
    const next = /href="(\/browse\?cursor=[^"]+)"/.exec(await html('/browse'))?.[1]?.replaceAll('&amp;', '&');
    const rest = await html(next ?? '');
    expect(rest).toContain('Prompt number 0<');
    expect(rest).not.toContain('Load more');
  });

  test('unknown URLs get 404 with a link back', async () => {
    const answer = await get('/no/such/page');
    expect(answer.status).toBe(404);
    const text = await answer.text();
    expect(text).toContain('404 - Page Not Found');
    expect(text).toContain('Back to Dashboard');
  });

  test('a failed page shows the id under which the log has the reason; an unreadable URL shows none', async () => {
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    await sql`alter table pages rename to lost_pages`.execute(site.db);
    const failed = await get('/pages/unheard-of');
    await sql`alter table lost_pages rename to pages`.execute(site.db);
    expect(failed.status).toBe(500);
    const id = failed.headers.get('x-request-id');
    expect(await failed.text()).toContain(`Request: ${id}`);
    const written = lines.map((line) => JSON.parse(line)).filter(({ request }) => request === id);
    expect(written).toContainEqual(
      expect.objectContaining({ level: 'error', error: expect.stringContaining('"pages" does not exist') }),
    );

    expect(await html('/browse?cursor=nothing')).not.toContain('Request:');
  });

  test('the error page of an unreadable URL links to the home page, since a reload would fail again', async () => {
    const refused = await get('/browse?cursor=nothing');
    expect(refused.status).toBe(400);
    const text = await refused.text();
    expect(text).toContain('<title>This link is invalid or has expired · Promptory</title>');
    expect(text).toMatch(/<a class="[^"]*" href="\/"[^>]*>Go to the home page</);
    expect(text).not.toContain('Try again');
  });

  test.each(['/browse/nope', '/browse-playbooks/nope', '/pages/nope', '/categories/nope', '/browse/%00'])(
    '%s is answered like every unknown address',
    async (path) => {
      const answer = await get(path);
      const text = await answer.text();
      expect(answer.status).toBe(404);
      expect(text).toContain('<title>404 - Page Not Found · Promptory</title>');
      expect(text).toContain('<meta name="robots" content="noindex"');
      expect(text).toMatch(/The page you.{1,6}re looking for .{5,12} exist\./);
      expect(text).toContain('Back to Dashboard');
      expect(text).toContain('<footer');
      expect(text).not.toContain('Something went wrong');
    },
  );

  test.each(['/prompt', '/playbook'])('%s/%%00 is the page of a missing item', async (path) => {
    const [nothing, broken] = await Promise.all([get(`${path}/nope`), get(`${path}/%00`)]);
    expect([nothing.status, broken.status]).toEqual([200, 200]);
    expect(await broken.text()).not.toContain('Something went wrong');
  });

  test('the site map lists what visitors may see, robots.txt names it', async () => {
    const map = await html('/sitemap.xml');
    for (const path of ['/', '/browse', '/browse-playbooks', '/pricing', '/api/docs'])
      expect(map).toContain(`<loc>${site.url}${path}</loc>`);
    expect(await html('/robots.txt')).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  });

  test('allow no script but their own', async () => {
    const answer = await get('/');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
    expect(scripts).toMatch(/^'self'( 'sha256-[^']+')+$/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('frame-src https://www.youtube.com/embed/ ');
    const text = await answer.text();
    expect(text).not.toContain('nonce');
    const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, code = '']) => code,
    );
    const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
    expect(inline.length).toBeGreaterThan(2);
    expect(scripts.split(' ').slice(1).sort()).toEqual([...new Set(inline.map(hash))].sort());
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('the page cache', () => {
  test('sends cached pages in each encoding, and 304 to browsers that have the page', async () => {
    const first = await get('/browse');
    const etag = first.headers.get('etag') ?? '';
    expect((await get('/browse', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('/browse', { 'if-none-match': etag.replace('W/', '') })).status).toBe(304);
    expect((await get('/browse', { 'if-none-match': `"other", ${etag}` })).status).toBe(304);
    const whole = await first.text();
    for (const encoding of ['br', 'gzip']) {
      const packed = await get('/browse', { 'accept-encoding': encoding });
      expect(packed.headers.get('content-encoding')).toBe(encoding);
      expect(await packed.text()).toBe(whole);
    }
    const plain = await get('/browse', { 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(whole);
  });

  test('is the same for everyone, because no header of a request reaches it', async () => {
    const { request } = await import('node:http');
    const ask = (headers: Record<string, string>) =>
      new Promise<string>((resolve) => {
        request(`${site.url}/pricing?poison=1`, { headers }, (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve(text));
        }).end();
      });
    const poisoned = await ask({
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      authorization: 'Bearer x',
    });
    expect(poisoned).not.toContain('evil.example');
    expect(await ask({ host: new URL(site.url).host })).toBe(poisoned);
  });

  test('HEAD answers like GET without a body, POST is refused', async () => {
    const head = await fetch(`${site.url}/pricing`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('etag')).toBe((await get('/pricing')).headers.get('etag'));
    expect((await fetch(`${site.url}/pricing`, { method: 'POST' })).status).toBe(404);
  });

  test('shows a change at once, in every process', async () => {
    const other = await createTestSite({ database: site.database });
    const read = async (url: string) => (await fetch(`${url}/browse-playbooks`)).text();
    await Promise.all([read(site.url), read(other.url)]);
    await site.db
      .updateTable('playbooks')
      .set({ title: 'Renamed playbook' })
      .where('title', '=', 'A playbook')
      .execute();
    for (const url of [site.url, other.url]) await expect.poll(() => read(url)).toContain('Renamed playbook');
    await site.db
      .insertInto('site_settings')
      .values({ setting_key: 'site_name', setting_value: 'Other Name' })
      .execute();
    for (const url of [site.url, other.url]) await expect.poll(() => read(url)).toContain('Other Name');
    await other.stop();
  });

  test.each([
    { prompt_body: 'Describe the lighthouse to me.' },
    { blanks: [{ name: 'tide', help: 'High or low' }] },
    { model_context: 'A model of the sea' },
    { use_cases: ['Sailing home'] },
    { example_output: 'The lamp is lit.' },
  ])('has the day of the last change at once when a prompt gets %o', async (body) => {
    const { id, slug } = await buildPrompt(site, { prompt_body: 'Before, about {{tide}}.' });
    const { token } = await buildAdmin(site);
    const day = async () => /"dateModified":"([^"]+)"/.exec(await html(`/browse/${slug}`))?.[1];
    const before = await day();
    const saved = await site.api('PATCH', `/api/v1/admin/prompts/${id}`, { token, body });
    expect(saved.body.updated_at).not.toBe(before);
    expect(await day()).toBe(saved.body.updated_at);
  });

  test('shows changes of texts and blanks at once, even those made directly in the database', async () => {
    const { id, slug } = await buildPrompt(site, { prompt_body: 'One word.' });
    const words = async () => /(\d+) words/.exec(await html(`/browse/${slug}`))?.[1];
    expect(await words()).toBe('2');
    await site.db
      .updateTable('prompts')
      .set({ prompt_body: 'Three words now.' })
      .where('id', '=', id)
      .execute();
    await expect.poll(words).toBe('3');
  });

  test('keeps its pages while views and votes are counted', async () => {
    const { id, slug } = await buildPrompt(site);
    await buildPlaybook(site);
    await site.services.databaseEvents.settled();
    let changes = 0;
    site.services.databaseEvents.onContentChange(() => {
      changes += 1;
    });
    const { token } = await buildMember(site);
    expect((await site.api('POST', `/api/v1/prompts/${slug}/views`, { token })).status).toBe(200);
    expect((await site.api('PUT', `/api/v1/prompts/${slug}/vote`, { token })).status).toBe(200);
    await site.db.updateTable('playbooks').set({ view_count: 7, vote_count: 7 }).execute();
    await site.services.databaseEvents.settled();
    expect(changes).toBe(0);
    await site.db.updateTable('prompts').set({ updated_at: sql`now()` }).where('id', '=', id).execute();
    await site.services.databaseEvents.settled();
    expect(changes).toBe(1);
  });
});

describe('health', () => {
  test('healthz and readyz answer', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
  });

  test('writes from another site are refused', async () => {
    const answer = await site.api('POST', '/functions/v1/send-welcome-email', {
      body: { email: 'a@example.com' },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
  });
});

test('with rate limits off, as for a load test, one client may wait for any number of pages', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const answer = await get(`/browse?q=load+${index}`);
      await answer.text();
      return answer.status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});
