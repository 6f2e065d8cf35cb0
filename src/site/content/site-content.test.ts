import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { accentStyle, barColors, contrast, ownAccent, shadeFor } from '#site/settings/public/accent.ts';
import { buildAdmin, buildPrompt } from '#tests/harness/build.ts';
import { setSetting } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { defaultContent } from './content-defaults.ts';
import { defaultWords, shownContent } from './public/shown-content.ts';

// Needs the built pages.
let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  ({ token } = await buildAdmin(site));
  await buildPrompt(site, { title: 'One prompt' });
});
afterAll(() => site.stop());

const home = async () => (await (await fetch(`${site.url}/`)).text()).replaceAll('<!-- -->', '');
const save = (body: object) => site.api('PUT', '/api/v1/admin/site', { token, body });

test('the pages say what the specification says until an owner changes it', async () => {
  const page = await home();
  for (const text of ['1000+', '50+', '10K+', 'Curated Content', 'Northgate Press', '3 blanks to fill in'])
    expect(page).toContain(text);
});

test("a preview has the default texts in the editor's language", async () => {
  const headers = { authorization: `Bearer ${token}`, 'Promptory-Language': 'de' };
  const own = await (await fetch(`${site.url}/api/v1/admin/site`, { headers })).json();
  // Editing and saving use the first language.
  expect(own.hero.headline).toBe('Stop writing prompts from scratch.');
  const german = own.default_words[own.hero.headline];
  const page = await fetch(`${site.url}/`, { headers: { cookie: 'locale=de' } });
  expect((await page.text()).replaceAll('<!-- -->', '')).toContain(german);
  expect(german).not.toBe(own.hero.headline);
});

test('every default text is translated, and none that an owner has written', () => {
  const words = inLanguage('de', defaultWords);
  const own = { ...defaultContent.specimen, title: 'Mine' };
  const shown = shownContent({ ...defaultContent, specimen: own }, words);
  const left = Object.entries(words).filter(
    ([text, german]) => text !== german && JSON.stringify(shown).includes(JSON.stringify(text)),
  );
  expect(left).toEqual([]);
  expect(shown.specimen.title).toBe('Mine');
});

test('figures are written, counted or off, and the other parts stay', async () => {
  expect((await save({ figures: { mode: 'written', prompts: '77', playbooks: '', users: '' } })).status).toBe(
    200,
  );
  const written = await home();
  expect(written).toContain('>77<');
  expect(written).not.toContain('1000+');
  await save({ figures: { mode: 'counted', prompts: '77', playbooks: '', users: '' } });
  const counted = await home();
  expect(counted).toMatch(/>prompt<\/dt><dd[^>]*>1</);
  expect(counted).not.toMatch(/>playbooks?<\/dt>/);
  await save({ figures: { mode: 'off', prompts: '77', playbooks: '', users: '' } });
  const off = await home();
  expect(off).not.toContain('<dl');
  expect(off).toContain('Curated Content');
});

test('a part that is turned off is gone, and the questions have the owner’s answers', async () => {
  const questions = { is_shown: true, items: [{ title: 'May I <ask>?', text: 'Yes.' }] };
  await save({ partners: { is_shown: false, groups: [] }, questions });
  expect(await home()).not.toContain('Northgate Press');
  const pricing = await (await fetch(`${site.url}/pricing`)).text();
  expect(pricing).toContain('May I &lt;ask&gt;?');
  expect(pricing).not.toContain('Can I use the prompts for work?');
  await save({ questions: { ...questions, is_shown: false } });
  expect(await (await fetch(`${site.url}/pricing`)).text()).not.toContain('Frequently asked questions');
});

test('the font of the sample prompt is loaded early if there is one, because a later one is not shown', async () => {
  const early = /<link rel="preload"[^>]* href="[^"]*newsreader-latin-400-normal[^"]*"/;
  expect(await home()).toMatch(early);
  const specimen = { is_shown: false, title: 'Sample', eyebrow: 'Text', text: 'A text' };
  expect((await save({ specimen })).status).toBe(200);
  expect(await home()).not.toMatch(early);
});

test('invalid content is refused, and changes nothing', async () => {
  for (const body of [
    { figures: { mode: 'maybe' } },
    { unknown: {} },
    { partners: { is_shown: true, groups: [[]] } },
  ])
    expect((await save(body)).status).toBe(422);
  expect((await site.api('GET', '/api/v1/admin/site', { token })).body.figures.mode).toBe('off');
});

test("the owner's name, texts, color and icons are used everywhere", async () => {
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#c01' } })
    .png()
    .toBuffer();
  const upload = await fetch(`${site.url}/api/v1/admin/media/site/icon.png`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  });
  const { url } = await upload.json();
  const before = await (await fetch(`${site.url}/og/site.png`)).bytes();
  const brand = {
    site_name: 'Ink House',
    site_tagline: 'Words that work',
    site_favicon: url,
    site_logo: url,
    site_logo_type: 'image',
    site_accent: '#FF6600',
  };
  const saved = await save({
    brand,
    hero: { headline: 'Write less.', text: 'At {name} you find it.' },
    footer: { links: [{ label: 'Our <blog>', address: 'https://blog.example' }] },
  });
  expect(saved.body.brand.site_accent).toBe('#ff6600');
  const page = await home();
  for (const text of [
    '<title>Ink House: Words that work</title>',
    'content="Ink House"',
    'Write less.',
    '<meta name="description" content="At Ink House you find it."/>',
    'Ink House. Words that work',
    'Our &lt;blog&gt;',
    accentStyle('#ff6600'),
  ])
    expect(page).toContain(text);
  expect(page).not.toContain('Promptory');
  expect(page).not.toContain('/favicon.svg');
  for (const path of [
    '/feed.atom',
    '/feed.json',
    '/llms.txt',
    '/manifest.webmanifest',
    '/pricing',
    '/browse',
  ]) {
    const text = await (await fetch(`${site.url}${path}`)).text();
    expect([path, text.includes('Ink House'), text.includes('Promptory')]).toEqual([path, true, false]);
  }
  for (const [path, size] of [
    ['/favicon.ico', 48],
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
  ] as const) {
    const icon = await fetch(`${site.url}${path}`);
    expect(icon.headers.get('content-type')).toBe('image/png');
    const { width, height } = await sharp(await icon.bytes()).metadata();
    expect([width, height]).toEqual([size, size]);
    const { dominant } = await sharp(await (await fetch(`${site.url}${path}`)).bytes()).stats();
    expect(dominant.r).toBeGreaterThan(180);
  }
  // Classic Outlook can't show WebP, and stretches a picture to the given size.
  const { logo } = await site.services.settings.emailBranding(site.url);
  const inEmail = await fetch('url' in logo ? logo.url : '');
  expect(inEmail.headers.get('content-type')).toBe('image/png');
  expect(inEmail.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await sharp(await inEmail.bytes()).metadata()).toMatchObject({ width: 64, height: 64 });
  expect(Buffer.compare(before, await (await fetch(`${site.url}/og/site.png`)).bytes())).not.toBe(0);
  // One owner's change of a field keeps the others; an empty field gets its default again.
  await save({ brand: { site_tagline: '', site_favicon: '' } });
  const after = (await site.api('GET', '/api/v1/admin/site', { token })).body.brand;
  expect(after).toMatchObject({
    site_name: 'Ink House',
    site_tagline: '',
    site_favicon: '',
    site_logo: url,
  });
  expect((await fetch(`${site.url}/favicon.ico`)).headers.get('content-type')).not.toBe('image/png');
});

test('a wide logo keeps its proportions on pages and in emails', async () => {
  const picture = await sharp({ create: { width: 800, height: 200, channels: 3, background: '#c01' } })
    .png()
    .toBuffer();
  const upload = await fetch(`${site.url}/api/v1/admin/media/site/wide.png`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  });
  const { url } = await upload.json();
  const before = await (await fetch(`${site.url}/og/site.png`)).bytes();
  await save({ brand: { site_logo: url, site_logo_type: 'image' } });
  expect(await home()).toMatch(new RegExp(`<img src="${url}" alt="" width="112" height="28"`));
  const { logo } = await site.services.settings.emailBranding(site.url);
  expect(logo).toMatchObject({ width: 128, height: 32 });
  const inEmail = await fetch('url' in logo ? logo.url : '');
  expect(await sharp(await inEmail.bytes()).metadata()).toMatchObject({ width: 256, height: 64 });
  expect(Buffer.compare(before, await (await fetch(`${site.url}/og/site.png`)).bytes())).not.toBe(0);
});

test('a logo of another site is linked in emails as it is', async () => {
  const address = 'https://elsewhere.example/site/1700000000000-logo.webp';
  await setSetting(site, 'site_logo', address);
  await setSetting(site, 'site_logo_type', 'image');
  const logo = async () => {
    const branding = await site.services.settings.emailBranding(site.url);
    return 'url' in branding.logo ? branding.logo.url : '';
  };
  await expect.poll(logo).toContain('1700000000000-logo');
  const { status, headers } = await fetch(await logo(), { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, address]);
  await setSetting(site, 'site_logo', 'https://elsewhere.example/logo.png');
  await expect.poll(logo).toBe('https://elsewhere.example/logo.png');
});

test('invalid branding is refused', async () => {
  for (const brand of [
    { site_name: ' ' },
    { site_accent: 'red' },
    { site_accent: '#ff660}' },
    { site_favicon: 'https://elsewhere.example/icon.png' },
    { site_logo: 'javascript:alert(1)' },
    { stripe_secret_key: 'x' },
  ])
    expect((await save({ brand })).status, JSON.stringify(brand)).toBe(422);
  for (const address of ['javascript:alert(1)', '//elsewhere.example', 'data:text/html,x'])
    expect((await save({ footer: { links: [{ label: 'x', address }] } })).status, address).toBe(422);
});

test('the colors of emails and of the bar above a page are those of the pages', async () => {
  const style = await readFile('src/app.css', 'utf8');
  const both = ({ light, dark }: typeof ownAccent | ReturnType<typeof barColors>) =>
    `light-dark(${light}, ${dark});`;
  expect(style).toContain(`--accent: ${both(ownAccent)}`);
  expect(style).toContain(`--paper: ${both(barColors(''))}`);
});

test("every accent color is readable in both themes, and a readable one isn't changed", () => {
  const surfaces = { light: ['#f8f6ef', '#fffdf8', '#efece1'], dark: ['#121614', '#1a1f1c', '#0d110f'] };
  for (const chosen of [
    '#000000',
    '#ffffff',
    '#ff6600',
    '#ffff00',
    '#00ff00',
    '#0000ff',
    '#808080',
    '#17503f',
  ])
    for (const theme of ['light', 'dark'] as const) {
      const { color } = shadeFor(chosen, theme);
      for (const surface of surfaces[theme])
        expect(contrast(color, surface), `${chosen} in ${theme}`).toBeGreaterThanOrEqual(4.5);
    }
  expect(shadeFor('#17503f', 'light')).toMatchObject({ color: '#17503f', isAdjusted: false });
  expect(shadeFor('#ffff00', 'light').isAdjusted).toBe(true);
});
