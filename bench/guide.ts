// Follows docs/owners-guide.md in a browser, on a site that starts empty, prints when each part is done, and takes the pictures for the
// guide: npm run guide [prompts.csv]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { freePort } from '../tests/harness/free-port.ts';
import { admin, end, startSiteProcess } from './endurance/site-process.ts';
import { generateCsv } from './generate.ts';

const pictures = new URL('../docs/pictures/', import.meta.url);
const importMilliseconds = 120_000;
const member = { email: 'first.member@example.com', password: 'a-long-password' };

const since = performance.now();
const done = (part: string) => console.log(`${((performance.now() - since) / 1_000).toFixed(0)} s: ${part}`);

/** Takes the page as readers of the guide see it, once its pictures and fonts have loaded. */
async function take(page: Page, name: string) {
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    return document.fonts.ready;
  });
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture)
    .webp({ quality: 80 })
    .toFile(new URL(`${name}.webp`, pictures).pathname);
}

async function nameSite(page: Page) {
  await page.goto('/admin/site');
  await page.getByLabel('Site name').fill('Ink House');
  await page.getByLabel('Tagline').fill('Prompts for people who write');
  await page.getByLabel('Accent color', { exact: true }).fill('#7c2d92');
  await page.frameLocator('iframe').getByText('Ink House').first().waitFor();
  await page.getByText('Light theme').waitFor();
  await take(page, 'site');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings saved successfully').waitFor();
}

/** Leaves the starter text a draft, and publishes another text. */
async function publishPage(page: Page, starter: string, text: string) {
  await page.goto('/admin/pages');
  await page.getByRole('button', { name: 'Add page' }).click();
  await page.getByRole('dialog').getByRole('button', { name: starter }).click();
  await page.getByText('This is a starter text.').waitFor();
  await take(page, 'pages');
  await page.getByRole('textbox', { name: 'Text' }).fill(text);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Restore' }).waitFor();
}

async function importPrompts(page: Page, file: string) {
  await page.goto('/admin/imports');
  await page.getByLabel('Choose a file').setInputFiles(file);
  const start = page.getByRole('button', { name: /^Import [\d,]+ items?$/ });
  await start.waitFor({ timeout: importMilliseconds });
  await page.getByLabel('Status').first().selectOption('published');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Check again' }).waitFor({ state: 'hidden' });
  await start.waitFor({ timeout: importMilliseconds });
  await take(page, 'imports');
  await start.click();
  await page.getByText('Imported', { exact: true }).waitFor({ timeout: importMilliseconds });
}

async function makePlan(page: Page, name: string, price: string, level: string) {
  await page.goto('/admin/pricing');
  await page.getByRole('button', { name: 'Add Tier' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Tier' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel(/^Price/).fill(price);
  await dialog.getByLabel('Access Level').fill(level);
  await take(page, 'plans');
  await dialog.getByLabel('Name').press('Enter');
  await page.getByText('Tier created successfully').waitFor();
}

async function buy(page: Page) {
  await page.goto('/signup');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByLabel('I agree to').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/pricing');
  const subscribe = page.getByRole('button', { name: 'Subscribe Now (Writer)' });
  await subscribe.waitFor();
  await take(page, 'pricing');
  await subscribe.click();
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await page.waitForURL('**/sandbox/checkout?id=*');
  await page.getByRole('button', { name: 'Pay with a test card' }).click();
  await page.waitForURL('**/subscription');
  await page.getByText('Writer').first().waitFor();
  await take(page, 'subscription');
}

const folder = await mkdtemp(join(tmpdir(), 'promptory-guide-'));
const csv = process.argv[2] ?? join(folder, 'prompts.csv');
if (!process.argv[2]) await writeFile(csv, generateCsv(1_282));
await mkdir(pictures, { recursive: true });
const site = await startSiteProcess(await freePort(), { DATA_DIR: join(folder, 'data'), STARTER: 'none' });
done('the empty site runs');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  // The site's own URL, because paying leads back to it.
  const baseURL = site.url.replace('127.0.0.1', 'localhost');
  const open = async () => {
    const context = await browser.newContext({ baseURL, viewport: { width: 1_280, height: 800 } });
    return context.newPage();
  };
  const page = await open();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin');
  // The first page may have been painted before its fonts loaded, and then keeps the fallback fonts.
  await page.reload();
  await page.getByText('0 of 10 done').waitFor();
  await take(page, 'first-steps');
  done('signed in');
  await nameSite(page);
  done('it has a name and a color');
  await publishPage(page, 'Terms of use', 'Be kind to the other members. You may cancel at any time.');
  await publishPage(page, 'Privacy', 'We keep your address and what you do here, and give it to nobody.');
  done('terms and privacy are published');
  await importPrompts(page, csv);
  done('the prompts are imported');
  await makePlan(page, 'Writer', '9', '1');
  await makePlan(page, 'Studio', '29', '2');
  done('two plans are for sale');
  await buy(await open());
  done('a member has paid in the sandbox');
} finally {
  await browser.close();
  await end(site.child, 'SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
