import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPlaybook, buildPrompt, buildStep } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
const secret = `canary-${crypto.randomUUID()}`;
const odd = '<img src=x onerror=alert(1)> & "more"';
beforeAll(async () => {
  site = await createTestSite();
  await buildPrompt(site, {
    slug: 'shown',
    title: odd,
    prompt_body: secret,
    tier_access: 2,
    category: 'Rowing',
  });
  await buildPrompt(site, { slug: 'draft', title: secret, status: 'draft' });
  const playbook = await buildPlaybook(site, {
    slug: 'steps',
    title: 'Steps',
    description: '**Bold** words',
  });
  await buildStep(site, playbook, { description: secret });
});
afterAll(() => site.stop());

const get = (path: string, headers = {}) => site.api('GET', path, { headers });

test('a card is a small page without scripts, and the only page that other sites may frame', async () => {
  for (const path of ['/embed/prompts/shown', '/embed/playbooks/steps']) {
    const card = await get(path);
    expect(card.status).toBe(200);
    expect(card.headers.get('x-frame-options')).toBeNull();
    const policy = card.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'");
    expect(card.text.length).toBeLessThan(3_000);
    expect(card.text).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(card.text).not.toContain(secret);
  }
  expect((await get('/embed/prompts/shown')).text).toContain(
    `href="${site.url}/browse/shown" target="_blank"`,
  );
  expect((await get('/embed/playbooks/steps')).text).toContain('Playbook · 1 step');
  const german = await get('/embed/playbooks/steps', { 'accept-language': 'de' });
  expect(german.text).toContain('lang="de"');
  expect(german.headers.get('vary')).toContain('Accept-Language');
  for (const path of ['/oembed?url=x', '/robots.txt', '/healthz', '/embed', '/embed/prompts/UP'])
    expect([path, (await get(path)).headers.get('x-frame-options')]).toEqual([path, 'DENY']);
});

test('a draft has no card', async () => {
  for (const slug of ['draft', 'unknown']) {
    const card = await get(`/embed/prompts/${slug}`);
    expect(card.status).toBe(404);
    // It may be published a moment later.
    expect(card.headers.get('cache-control')).toBe('no-store');
    expect(card.text).not.toContain(secret);
    expect((await get(`/oembed?url=${site.url}/browse/${slug}`)).status).toBe(404);
  }
});

test('a card follows an item to its new address', async () => {
  const { id } = await buildPrompt(site, { slug: 'former' });
  await site.db.insertInto('earlier_prompt_slugs').values({ slug: 'former', item_id: id }).execute();
  await site.db.updateTable('prompts').set({ slug: 'latter' }).where('id', '=', id).execute();
  const moved = await get('/embed/prompts/former');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/embed/prompts/latter']);
  // The former address may become the current one again.
  expect(moved.headers.get('cache-control')).toBe('no-store');
});

test('other sites find the card through oEmbed', async () => {
  const oembed = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`);
  for (const path of ['/browse/shown', '/prompt/shown', '/embed/prompts/shown']) {
    const { body, headers } = await oembed(`${site.url}${path}`);
    expect(body).toMatchObject({ version: '1.0', type: 'rich', title: odd, width: 600, height: 220 });
    expect(body.html).toContain(`src="${site.url}/embed/prompts/shown"`);
    expect(body).toMatchObject({ thumbnail_width: 1_200, thumbnail_height: 630 });
    expect(body.html).not.toContain('<img');
    expect(body.html).toContain(' title="&#60;img src=x onerror=alert(1)&#62; &#38; &#34;more&#34;" ');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  }
  const small = await oembed(`${site.url}/browse-playbooks/steps`, '&maxwidth=300&maxheight=100');
  expect(small.body).toMatchObject({ width: 300, height: 100 });
  // The same limits apply to the thumbnail.
  for (const limits of ['&maxwidth=300&maxheight=100', '&maxwidth=1199', '&maxheight=629']) {
    const { body } = await oembed(`${site.url}/browse/shown`, limits);
    expect([limits, Object.keys(body).filter((name) => name.startsWith('thumbnail'))]).toEqual([limits, []]);
  }
  for (const limits of ['&maxwidth=0&maxheight=0', '&maxwidth=99999', '&maxwidth=x', '&maxwidth=600.5']) {
    const { status, body } = await oembed(`${site.url}/browse/shown`, limits);
    expect([limits, status, body.width]).toEqual([limits, 200, 600]);
  }
  const large = await oembed(`${site.url}/browse/shown`, '&maxwidth=1200&maxheight=630');
  expect(large.body.thumbnail_url).toMatch(/\/og\/prompts\/shown\.png/);
  expect((await oembed('https://elsewhere.example/browse/shown')).status).toBe(404);
  expect((await oembed(`${site.url}/pricing`)).status).toBe(404);
  expect((await oembed(`${site.url}/browse/shown`, '&format=xml')).status).toBe(501);
  for (const [path, status] of [
    ['/oembed', 422],
    ['/oembed?url=shown', 422],
    [`/oembed?url=${site.url}/browse/unknown`, 404],
    [`/oembed?url=${site.url}/browse/shown&format=xml`, 501],
  ] as const) {
    const refused = await get(path);
    expect([path, refused.status]).toEqual([path, status]);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  }
});
