import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { savePauseMilliseconds } from '#ui/saving/save-triggers.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  isInView,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildStep } from '../harness/build.ts';

const prompt = (title: string, prompt_body: string) => ({ type: 'manual', title, prompt_body });
const browser = withBrowser({
  async prepare(site) {
    const item = await buildPlaybook(site, { slug: 'launch', title: 'Launch', tier_access: 0 });
    await buildStep(site, item, {
      step_order: 0,
      title: 'Research',
      prompts: [prompt('Ask', 'Study {{company}}.')],
    });
    await buildStep(site, item, {
      step_order: 1,
      title: 'Write',
      prompts: [prompt('Draft', 'For {{company}}, from {{step 1 result}}.')],
    });
  },
});
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 0 });
});
test('the dashboard has nothing to continue at first', async () => {
  const page = await browser.open();
  await signIn(page, await buildMember(browser.site));
  await page.getByRole('article').first().waitFor();
  expect(await page.getByRole('heading', { name: 'Continue' }).count()).toBe(0);
});

const open = async (path: string, options = {}) => {
  const page = await browser.open(options);
  await signIn(page, member, path);
  return page;
};

/** Runs in every page: disables fields that grow by themselves, as in Safari before 26.2. */
function doNotGrowFields() {
  const style = new CSSStyleSheet();
  style.replaceSync('textarea { field-sizing: fixed !important }');
  document.adoptedStyleSheets.push(style);
  CSS.supports = () => false;
}

const isWhole = (field: Locator) => field.evaluate((it) => it.scrollHeight <= it.clientHeight);

test('a playbook is run: filled in once, resumed on the phone, finished, and shown on the dashboard', async () => {
  const page = await open('/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\//);
  await page.getByRole('heading', { name: '1 Research', exact: true }).waitFor();
  await page.getByLabel('Company').fill('Acme');
  const research = page.getByRole('region', { name: 'Ask' });
  await research.getByText('Study Acme.').waitFor();
  await research.getByRole('button', { name: 'Copy' }).click();
  await research.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Study Acme.');
  const { token } = member;
  const history = await browser.site.api('GET', '/api/v1/history?action=copied', { token });
  const entry = await browser.site.api('GET', `/api/v1/history/${history.body.items[0].id}`, { token });
  expect(entry.body.text).toBe('Study Acme.');
  const remembered = await browser.site.api('GET', '/api/v1/values', { token });
  expect(remembered.body.items).toMatchObject([{ name: 'company', value: 'Acme' }]);
  await page.getByLabel('Result').fill('They sell tea.');
  await page.getByText('Saved', { exact: true }).waitFor();
  // The check mark is shown before it is saved.
  const marked = page.waitForResponse(
    (response) => response.request().postData()?.includes('"done":true') ?? false,
  );
  await page.getByRole('checkbox', { name: 'Step 1 is done' }).check();
  await page.getByText('1 of 2 done').waitFor();
  await marked;
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Write' }).click();
  await page.getByText('For Acme, from They sell tea..').waitFor();
  const address = new URL(page.url()).pathname;
  await page.goto('/dashboard');
  const row = page.getByRole('region', { name: 'Continue' });
  await row.getByRole('link', { name: /^Launch 1 of 2 done/ }).waitFor();
  await row.getByRole('link', { name: /^Launch Playbook/ }).waitFor();
  await row.getByRole('link', { name: /^Launch 1 of 2 done/ }).click();
  await page.getByText('For Acme, from They sell tea..').waitFor();

  const mobile = await browser.open({ viewport: phone });
  await mobile.addInitScript(doNotGrowFields);
  await signIn(mobile, member, address);
  await mobile.getByText('For Acme, from They sell tea..').waitFor();
  await expectNoSidewaysScroll(mobile);
  await mobile.getByRole('button', { name: 'Change values' }).click();
  expect(await mobile.getByRole('dialog').getByLabel('Company').inputValue()).toBe('Acme');
  await mobile.getByRole('button', { name: 'See the steps' }).click();
  const lines = 'A line.\n'.repeat(12);
  await mobile.getByLabel('Result').fill(`${lines}Written on the phone.`);
  expect(await isWhole(mobile.getByLabel('Result'))).toBe(true);
  await mobile.getByText('Saved', { exact: true }).waitFor();
  await expectAccessible(mobile);

  // The first page doesn't know about that text, but both are kept.
  await page.getByLabel('Result').fill('Written at the laptop.');
  await page.getByText('Another device saved this step too. Both texts are here.').waitFor();
  expect(await page.getByLabel('Result').inputValue()).toMatch(
    /^Written at the laptop\.[\s\S]*Written on the phone\.$/,
  );
  await page.getByRole('checkbox', { name: 'Step 2 is done' }).check();
  await page.getByRole('heading', { name: 'Full result' }).waitFor();
  await page.getByRole('button', { name: 'Copy full result' }).click();
  await page.getByText('Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `## Research\n\nThey sell tea.\n\n## Write\n\n${await page.getByRole('textbox', { name: 'Result' }).inputValue()}`,
  );
  await page.getByLabel('Name of this run').fill('Tea launch');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Download as Markdown' }).click();
  expect((await download).suggestedFilename()).toBe('Tea launch.md');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect.poll(() => page.getByLabel('Name of this run').inputValue()).toBe('Copy of Tea launch');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete run' }).click();
  await page.waitForURL('**/playbook/launch');
  await page.getByRole('region', { name: 'Runs' }).getByRole('link', { name: 'Tea launch' }).click();
  await page.waitForURL(`**${address}`);
  // Runs that load below the playbook move nothing.
  await page.goto('/playbook/launch');
  await page.getByRole('region', { name: 'Runs' }).getByRole('link', { name: 'Tea launch' }).waitFor();
});

test('a run is unchanged when its member returns within the same visit', async () => {
  const reader = await buildMember(browser.site);
  const page = await browser.open();
  await signIn(page, reader, '/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\//);
  await page.getByLabel('Company').fill('Acme');
  await page.getByRole('checkbox', { name: 'Step 1 is done' }).check();
  // Leaving the page while typing saves the text.
  await page.getByRole('button', { name: 'Write' }).click();
  await page.getByLabel('Result').fill('A first draft.');
  await page.getByRole('link', { name: 'Launch', exact: true }).click();
  await page.waitForURL('**/playbook/launch');
  await page.getByRole('region', { name: 'Runs' }).getByText('1 of 2 done').waitFor();
  await page.getByRole('region', { name: 'Runs' }).getByRole('link', { name: 'Launch' }).click();
  await page.waitForURL(/\/runs\//);
  await page.getByText('1 of 2 done').waitFor();
  expect(await page.getByLabel('Company').inputValue()).toBe('Acme');
  await expect.poll(() => page.getByLabel('Result').inputValue()).toBe('A first draft.');
  await page.getByLabel('Result').fill('A second draft.');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await page.getByLabel('Result').inputValue()).toBe('A second draft.');
  // Hiding the page in the middle of a word, like switching apps on a phone, saves before typing pauses.
  await page.evaluate((pause) => {
    const start = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0) => start(run, delay === pause ? 600_000 : delay),
    });
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
  }, savePauseMilliseconds);
  await page.getByLabel('Company').fill('Acme Tea');
  await page.getByLabel('Result').fill('A third draft.');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  const id = page.url().split('/').at(-1);
  const kept = async () =>
    (await browser.site.api('GET', `/api/v1/runs/${id}`, { token: reader.token })).body;
  await expect
    .poll(kept)
    .toMatchObject({ values: { company: 'Acme Tea' }, steps: [{}, { result: 'A third draft.' }] });
});

test('leaving unsaved changes asks first, and they are saved when the connection is back', async () => {
  const page = await browser.open({ fresh: true, expectedFaults: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });
  await signIn(page, await buildMember(browser.site), '/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\//);
  await page.route('**/steps/0', (route) => route.abort());
  await page.getByLabel('Result').fill('Typed on the train.');
  await page.getByText('Not saved', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Launch', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.unroute('**/steps/0');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Launch', exact: true }).click();
  await page.waitForURL('**/playbook/launch');
});

test('a step marked as done without a connection stays marked, and is saved later or on the next visit', async () => {
  const marker = await buildMember(browser.site);
  const page = await browser.open({ fresh: true, expectedFaults: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });
  await signIn(page, marker, '/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\//);
  const id = page.url().split('/').at(-1);
  const isStored = async () =>
    (await browser.site.api('GET', `/api/v1/runs/${id}`, { token: marker.token })).body.steps[0].done;
  const mark = page.getByRole('checkbox', { name: 'Step 1 is done' });
  await page.route('**/steps/0', (route) => route.abort());
  await mark.check();
  await page.getByText('Not saved', { exact: true }).waitFor();
  expect(await mark.isChecked()).toBe(true);
  await page.unroute('**/steps/0');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect.poll(isStored).toBe(true);
  expect(await mark.isChecked()).toBe(true);

  await page.route('**/steps/0', (route) => route.abort());
  await mark.uncheck();
  await page.getByText('Not saved', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Launch', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await page.unroute('**/steps/0');
  await page.goto(`/runs/${id}`);
  await page.getByText('0 of 2 done').waitFor();
  await expect.poll(isStored).toBe(false);
});

test('the button for the blanks stays in view on a phone that is offline', async () => {
  const page = await browser.open({ fresh: true, viewport: phone, expectedFaults: /ERR_INTERNET/ });
  await signIn(page, await buildMember(browser.site), '/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const button = page.getByRole('button', { name: 'Fill in 1 blank' });
  await button.waitFor();
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  expect(await isInView(button)).toBe(true);
  await page.context().setOffline(false);
});

test("a save whose response was lost isn't mistaken for another device's", async () => {
  const page = await browser.open({ expectedFaults: /ERR_FAILED/ });
  await signIn(page, await buildMember(browser.site), '/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\//);
  // Of several without a response, the first one is stored.
  await page.route('**/steps/0', async (route) => {
    if (route.request().postDataJSON().result === 'Hello word') await route.fetch();
    await route.abort();
  });
  for (const text of ['Hello word', 'Hallo', 'Bonjour']) {
    const sent = page.waitForRequest((request) => request.postDataJSON()?.result === text);
    await page.getByLabel('Result').fill(text);
    await sent;
  }
  await page.getByText('Not saved', { exact: true }).waitFor();
  await page.unroute('**/steps/0');
  await page.getByLabel('Result').fill('Hello world');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await page.getByLabel('Result').inputValue()).toBe('Hello world');
});

test('a refused result is saved once it is corrected', async () => {
  const page = await browser.open({ expectedFaults: /status of 422/ });
  await signIn(page, await buildMember(browser.site), '/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\//);
  await page.getByLabel('Result').fill('A line. '.repeat(12_501));
  await page.getByText('Not saved', { exact: true }).waitFor();
  await page.getByLabel('Result').fill('Short.');
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('a run that was deleted is not found on the way back', async () => {
  const page = await browser.open({ expectedFaults: /status of 404/ });
  await signIn(page, await buildMember(browser.site), '/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\//);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete run' }).click();
  await page.waitForURL('**/playbook/launch');
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  await page.goBack();
  await page.getByText('Run not found').waitFor();
  await page.getByRole('link', { name: 'Back to Playbooks' }).waitFor();
});

test('on paper, a playbook lists its steps, and a run shows which are done', async () => {
  const { token } = member;
  const { site } = browser;
  const run = await site.api('POST', '/api/v1/playbooks/launch/runs', { token });
  const page = await browser.open();
  await signIn(page, member, '/playbook/launch');
  const titles = page.getByRole('main').getByText(/^(Research|Write)$/);
  await titles.first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('button', { name: 'Next' }).waitFor({ state: 'hidden' });
  expect(await titles.filter({ visible: true }).count()).toBe(2);
  // Between documents, because going back to the screen moves everything.
  const openOnScreen = async (path: string) => {
    await page.goto('/robots.txt');
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
  };
  await openOnScreen(`/runs/${run.body.id}`);
  const result = page.getByLabel('Result');
  await result.fill('Facts');
  await page.emulateMedia({ media: 'print' });
  const mark = page.getByRole('checkbox', { name: 'Step 1 is done' });
  expect((await mark.boundingBox())?.width).toBeGreaterThan(20);
  expect(await result.isVisible()).toBe(true);
  await result.evaluate((box: HTMLTextAreaElement) => (box.value = ''));
  await result.waitFor({ state: 'hidden' });
  const { body } = await site.api('POST', '/api/v1/collections', { token, body: { name: 'Paper' } });
  const item = { target_type: 'playbook', slug: 'launch' };
  await site.api('POST', `/api/v1/collections/${body.id}/items`, { token, body: item });
  await openOnScreen(`/collections/${body.id}`);
  await page.getByRole('link', { name: 'Launch' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('region', { name: 'Sharing' }).waitFor({ state: 'hidden' });
  await page.getByLabel('Note on Launch').waitFor({ state: 'hidden' });
});

test('a run whose playbook could not be loaded says so, and can be tried again', async () => {
  const item = await buildPlaybook(browser.site, { title: 'Slow', tier_access: 0 });
  await buildStep(browser.site, item, { title: 'Wait', prompts: [prompt('Ask', 'Wait for {{company}}.')] });
  const { slug } = item;
  const { token } = member;
  const started = await browser.site.api('POST', `/api/v1/playbooks/${slug}/runs`, { token, body: {} });
  const { body: playbook } = await browser.site.api('GET', `/api/v1/playbooks/${slug}`, { token });
  const page = await browser.open({ expectedFaults: /status of 40[04]/ });
  const answer = (path: string, status: number, json: object) =>
    page.route(`**/api/v1/playbooks/${path}`, (route) => route.fulfill({ status, json }));
  const broken = { error: 'No', code: 'invalid_request' };
  const failed = page.getByText("This run couldn't be loaded");
  const again = page.getByRole('button', { name: 'Try again' });
  await answer(slug, 400, broken);
  await signIn(page, member, `/runs/${started.body.id}`);
  await failed.waitFor();
  // A playbook that is gone leaves the results.
  await answer(slug, 404, { error: 'Gone', code: 'not_found' });
  await again.click();
  await page.getByText("You can't read this playbook at the moment. Your results are still here.").waitFor();

  // The playbook has changed since, and its earlier steps can't be loaded.
  await answer(slug, 200, { ...playbook, version: playbook.version + 1 });
  await answer(`${slug}/versions/${playbook.version}`, 400, broken);
  await page.reload();
  await failed.waitFor();
  await answer(`${slug}/versions/${playbook.version}`, 200, { ...playbook, number: playbook.version });
  await again.click();
  await page.getByText('Wait for').waitFor();
});
