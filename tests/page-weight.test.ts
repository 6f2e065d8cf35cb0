// Needs the built pages.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPlaybook, buildPrompt, buildTier } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await buildTier(site, { name: 'Gold', price: 1200, access_level: 1, features: [] });
  await buildPrompt(site, { slug: 'a-prompt', tier_access: 1 });
  await buildPlaybook(site, { slug: 'a-playbook' });
  await buildPlaybook(site, { slug: 'formatted', description: 'In **bold**.' });
});
afterAll(() => site.stop());

/** The URLs of scripts that a browser without a session loads for a page. */
function scriptsOf(html: string): string[] {
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map((match) => match[1] ?? '');
  const preloads = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  const inline = [...html.matchAll(/<script(?![^>]*type="text\/)[^>]*>([\s\S]*?)<\/script>/g)]
    .flatMap((match) => [...(match[1] ?? '').matchAll(/import[^"']*["']([^"']+)["']/g)])
    .map((match) => match[1] ?? '');
  return [...new Set([...sources, ...preloads, ...inline])];
}

test.each([
  '/',
  '/browse',
  '/browse?q=x&type=Text&sort=popular',
  '/browse/a-prompt',
  '/browse-playbooks',
  '/browse-playbooks/a-playbook',
  '/pricing',
  '/api/docs',
  '/no-such-page',
])('%s brings a visitor no more than 15 kB of JavaScript', async (path) => {
  const answer = await fetch(`${site.url}${path}`);
  const scripts = scriptsOf(await answer.text());
  expect(scripts.length).toBeGreaterThan(0);
  let bytes = 0;
  for (const address of scripts) {
    const script = await fetch(`${site.url}${address}`, { headers: { 'accept-encoding': 'br' } });
    expect([address, script.status]).toEqual([address, 200]);
    const text = await script.text();
    // A module with imports would load more than itself.
    expect(text).not.toMatch(/^import |[;}]import[{*"']/);
    bytes += Number(script.headers.get('content-length'));
  }
  expect(bytes).toBeLessThanOrEqual(15_000);
});

/** The total compressed bytes of the responses. */
async function bytesOf(addresses: string[]): Promise<number> {
  const sizes = addresses.map(async (address) => {
    const answer = await fetch(`${site.url}${address}`, { headers: { 'accept-encoding': 'br' } });
    await answer.arrayBuffer();
    const length = Number(answer.headers.get('content-length'));
    expect([address, answer.status, length > 0]).toEqual([address, 200, true]);
    return length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

// About 1 kB above the size of each, because names of files alone make it vary by some bytes.
test.each([
  ['/dashboard', 150],
  ['/prompts', 150],
  ['/playbooks', 150],
  ['/prompt/a-prompt', 166],
  ['/playbook/a-playbook', 168],
  ['/playbook/formatted', 205],
  ['/signin', 251],
])('%s shows a member what they came for after no more than %d kB of JavaScript', async (path, kilobytes) => {
  const scripts = scriptsOf(await (await fetch(`${site.url}${path}`)).text());
  const bytes = await bytesOf(scripts);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(kilobytes * 1_000);
});

test('a page that needs the app loads it at once', async () => {
  const html = await (await fetch(`${site.url}/signup`)).text();
  expect(scriptsOf(html).length).toBeGreaterThan(3);
});

test.each([
  ['/dashboard', 'without'],
  ['/prompts', 'without'],
  ['/playbooks', 'without'],
  ['/subscription', 'without'],
  ['/prompt/a-prompt', 'without'],
  ['/playbook/a-playbook', 'without'],
  ['/playbook/formatted', 'without'],
  ['/settings', 'with'],
  ['/admin/prompts', 'with'],
  ['/admin/playbooks', 'with'],
])('%s brings a member its code in few files, %s that of forms', async (path, forms) => {
  const scripts = scriptsOf(await (await fetch(`${site.url}${path}`)).text());
  expect(scripts.length).toBeLessThanOrEqual(24);
  expect(scripts.some((address) => address.includes('/forms-'))).toBe(forms === 'with');
  // Unformatted text is shown without loading the formatter.
  expect(scripts.some((address) => address.includes('/markdown-'))).toBe(path === '/playbook/formatted');
  // The Markdown editor loads when one is near the window, and its frame with the pages that have one.
  expect(scripts.filter((address) => address.includes('/code-editor-'))).toEqual([]);
  expect(scripts.some((address) => address.includes('/editing-'))).toBe(path.startsWith('/admin/'));
});

// Loading the style sheet again would recalculate all styles, including fonts that have loaded since.
test('no script asks for the style sheet, which comes with each page', async () => {
  const folder = fileURLToPath(new URL('../build/client/assets', import.meta.url));
  const scripts = (await readdir(folder)).filter((name) => /^(?!manifest-).*\.js$/.test(name));
  expect(scripts.length).toBeGreaterThan(50);
  const asking: string[] = [];
  for (const name of scripts)
    if (/-[\w-]{8}\.css/.test(await readFile(join(folder, name), 'utf8'))) asking.push(name);
  expect(asking).toEqual([]);
});
