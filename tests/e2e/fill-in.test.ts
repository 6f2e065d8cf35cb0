import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { blankDefinition } from '#library/blanks/public/blank-fields.ts';
import {
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  isInView,
  lookAgain,
  phone,
  restrictClipboard,
  signIn,
  stopClock,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';
import { nextTasks } from '../harness/held-answers.ts';

const body =
  'Write to {{company}} in a {{tone:friendly}} voice, in {{language}}.\n\nUse {{company}} twice. {{notes}}';
const blanks = [
  blankDefinition.parse({ name: 'company', label: 'Your company', help: 'As customers write it' }),
  blankDefinition.parse({ name: 'language', kind: 'choice', options: ['English', 'German'] }),
  blankDefinition.parse({ name: 'notes', kind: 'text', required: false }),
];
const browser = withBrowser({
  async prepare(site) {
    const text = { prompt_body: body, blanks: JSON.stringify(blanks) };
    const letter = await buildPrompt(site, { ...text, slug: 'letter', title: 'Letter' });
    const voters = [await buildMember(site), await buildMember(site)];
    await site.db
      .insertInto('prompt_outcomes')
      .values(
        voters.map(({ id }, index) => ({
          prompt_id: letter.id,
          version: 1,
          user_id: id,
          worked: index === 0,
          model: 'Claude',
        })),
      )
      .execute();
    await buildPrompt(site, {
      slug: 'other-letter',
      title: 'Other letter',
      prompt_body: 'Say {{Company}} and {{city}}.',
    });
    await buildPrompt(site, { ...text, slug: 'locked-letter', tier_access: 1 });
  },
});
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 0 });
});
const open = async (path: string, options = {}) => {
  const page = await browser.open(options);
  await signIn(page, member, path);
  return page;
};
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const shown = (page: Page) => page.locator('pre').textContent();

describe('filling in a prompt', () => {
  test('goes by keyboard from field to field to the copied text, which is offered again elsewhere', async () => {
    const page = await browser.open();
    await stopClock(page);
    await signIn(page, member, '/prompt/letter');
    const company = page.getByLabel('Your company');
    await company.waitFor();
    expect(await shown(page)).toContain('Write to {{company}} in a friendly voice, in {{language}}.');
    await page.getByText('Still open: Your company, Language').waitFor();
    await expectAccessible(page);
    const needs = (name: string) => page.getByLabel(name).getAttribute('aria-required');
    expect([await needs('Your company'), await needs('Language')]).toEqual(['true', 'true']);
    await company.focus();
    await page.keyboard.type('Acme');
    await expect.poll(() => shown(page)).toContain('Use Acme twice.');
    await page.getByText('Still open: Language').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('G');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Two\nlines');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Copied!').waitFor();
    const finished = 'Write to Acme in a friendly voice, in German.\n\nUse Acme twice. Two\nlines';
    expect(await clipboard(page)).toBe(finished);
    await expect.poll(() => shown(page)).toBe(finished);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy as template' }).click();
    await expect.poll(() => clipboard(page)).toBe(body);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Download as agent skill' }).click();
    expect((await download).suggestedFilename()).toBe('letter.zip');
    await page.getByRole('button', { name: "Didn't work" }).click();
    const outcome = page.getByRole('form', { name: 'Did it work?' });
    await outcome.getByLabel('What went wrong?').fill('No greeting');
    await expectAccessible(page);
    await outcome.getByRole('button', { name: 'Worked', exact: true }).click();
    await outcome.getByLabel('With which model?').fill('Claude');
    await page.keyboard.press('Enter');
    await page.getByText('You said it worked with Claude.').waitFor();
    await expectFocused(page.getByRole('button', { name: 'Change', exact: true }));
    await page.getByText('Works with Claude: 2 of 3, last confirmed').waitFor();

    // The copied values stay in the form, and are offered on the next page at once.
    expect(await company.inputValue()).toBe('Acme');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Other letter');
    await page.getByRole('option', { name: 'Other letter', exact: true }).click();
    await page.getByRole('button', { name: 'Use my last value', exact: true }).click();
    await expect.poll(() => shown(page)).toBe('Say Acme and {{city}}.');
    await page.locator('mark', { hasText: 'city' }).click();
    expect(await page.getByLabel('City').evaluate((field) => field === document.activeElement)).toBe(true);
    // Open blanks don't prevent copying.
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => clipboard(page)).toBe('Say Acme and {{city}}.');

    await page.goto('/settings');
    await page.getByRole('button', { name: 'Erase Company' }).click();
    await page.getByText('Two lines').waitFor();
    await page.getByRole('button', { name: 'Erase all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erase all' }).click();
    await page.getByText('Nothing yet.').waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  test('keeps the lines of a text that is pasted into the field for a line, and Enter still leads on', async () => {
    const page = await browser.open();
    await signIn(page, await buildMember(browser.site), '/prompt/other-letter');
    const company = page.getByLabel('Company');
    await company.click();
    const empty = await company.boundingBox();
    await page.evaluate(() => navigator.clipboard.writeText('Acme\nof two lines'));
    await page.keyboard.press('ControlOrMeta+v');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('and a third');
    // Held down, it still leads to the next field only.
    for (const press of ['down', 'down', 'up'] as const) await page.keyboard[press]('Enter');
    await expectFocused(page.getByLabel('City'));
    await page.keyboard.type('Rome');
    const heights = [empty, await company.boundingBox(), await page.getByLabel('City').boundingBox()];
    expect(heights[1]?.height).toBeGreaterThan(44);
    expect([heights[0]?.height, heights[2]?.height]).toEqual([44, 44]);
    // Leads on to Copy.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Copied!').waitFor();
    expect(await clipboard(page)).toBe('Say Acme\nof two lines\nand a third and Rome.');
  });

  test('is a bottom sheet on a phone, with Copy in a single row', async () => {
    const page = await open('/prompt/letter', { viewport: phone });
    const buttons = ['Copy', 'Open in', 'More'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    for (const width of [320, phone.width]) {
      await page.setViewportSize({ ...phone, width });
      const tops = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.y ?? 0));
      expect(new Set(tops).size).toBe(1);
      expect(tops[0]).toBeGreaterThan(phone.height - 80);
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('button', { name: 'Fill in 4 blanks' }).click();
    const sheet = page.getByRole('dialog', { name: 'Fill in' });
    await sheet.getByLabel('Your company').fill('Acme');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await sheet.getByLabel('Language').selectOption('English');
    // An on-screen keyboard makes the page lower, so that it doesn't cover the buttons.
    const copy = sheet.getByRole('button', { name: 'Copy', exact: true });
    const content = await page.locator('meta[name="viewport"]').getAttribute('content');
    expect(content).toContain('interactive-widget=resizes-content');
    await page.setViewportSize({ ...phone, height: 340 });
    await expect.poll(() => isInView(copy)).toBe(true);
    // In landscape it leaves no room for fields between title and buttons, so that all of it scrolls.
    await page.setViewportSize({ width: 640, height: 160 });
    for (const control of [sheet.getByLabel('Tone'), copy]) {
      await control.focus();
      await expect.poll(() => isInView(control)).toBe(true);
    }
    await page.setViewportSize(phone);
    await copy.click();
    await sheet.getByText('Copied!').waitFor();
    expect(await clipboard(page)).toBe('Write to Acme in a friendly voice, in English.\n\nUse Acme twice. ');
    await sheet.getByRole('button', { name: 'See the text' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.locator('mark', { hasText: 'friendly' }).click();
    await sheet.locator('*:focus').and(sheet.getByLabel('Tone')).waitFor();
    // Pulled down a little, it springs back; pulled further, it closes.
    const top = sheet.getByRole('heading', { name: 'Fill in' });
    const pull = (type: string, clientY: number) =>
      top.dispatchEvent(type, { pointerType: 'touch', clientY });
    for (const [far, count] of [
      [40, 1],
      [200, 0],
    ] as const) {
      await pull('pointerdown', 0);
      await pull('pointermove', far);
      expect(await sheet.evaluate((element) => element.style.translate)).toBe(`0px ${far}px`);
      await pull('pointerup', far);
      await expect.poll(() => sheet.count()).toBe(count);
    }
  });

  test('of a locked prompt is announced, blank by blank', async () => {
    const page = await open('/prompt/locked-letter');
    await page.getByText('4 blanks to fill in').waitFor();
    const names = page.getByRole('list', { name: 'Blanks' }).getByRole('listitem');
    expect(await names.allInnerTexts()).toEqual(['Your company', 'Language', 'Notes', 'Tone']);
    // Only the field for comments, which load later.
    await expect.poll(() => page.getByRole('textbox').count()).toBe(1);
  });
});

test('on a phone a prompt is announced, filled in, opened elsewhere, downloaded, rated, and found again', async () => {
  const reader = await buildMember(browser.site, { level: 0 });
  const page = await browser.open({ viewport: phone });
  await signIn(page, reader, '/prompt/locked-letter');
  await page.getByText('4 blanks to fill in').waitFor();
  await expectNoSidewaysScroll(page);
  await page.goto('/prompt/letter');
  await page.getByRole('button', { name: 'Fill in 4 blanks' }).click();
  const sheet = page.getByRole('dialog', { name: 'Fill in' });
  await sheet.getByLabel('Your company').fill('Acme');
  await sheet.getByRole('button', { name: 'See the text' }).click();
  await page.getByRole('button', { name: 'Fill in 3 blanks' }).waitFor();
  await expect.poll(() => shown(page)).toContain('Write to Acme in a friendly voice');
  await page.context().route(/claude/, (route) => route.fulfill({ body: 'The tool' }));
  const tab = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open in' }).click();
  await page.getByRole('menuitem', { name: 'Claude' }).click();
  const tool = await tab;
  await tool.getByText('The tool').waitFor();
  expect(new URL(tool.url()).searchParams.get('q')).toContain('Use Acme twice.');
  await tool.close();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download as Markdown' }).click();
  expect((await download).suggestedFilename()).toBe('letter.md');
  await page.getByRole('button', { name: 'Worked', exact: true }).click();
  const outcome = page.getByRole('form', { name: 'Did it work?' });
  await outcome.getByLabel('With which model?').fill('Gemini');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('You said it worked with Gemini.').waitFor();
  await expectNoSidewaysScroll(page);
  await page.goto('/dashboard');
  const row = page.getByRole('region', { name: 'Continue' });
  await row.getByRole('link', { name: /^Letter Prompt/ }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Erase Company' }).click();
  await page.getByText('Nothing yet.').waitFor();
});

test('a prompt opens in another tool, filled in if the tool accepts a text, and is copied as well', async () => {
  const copies = async () => {
    const { body } = await browser.site.api('GET', '/api/v1/profile/export', { token: member.token });
    return body.copies.filter(({ slug }: { slug: string }) => slug === 'letter').length;
  };
  const before = await copies();
  const page = await browser.open();
  await restrictClipboard(page, 'while pressed');
  await signIn(page, member, '/prompt/letter');
  await page.context().route(/chatgpt|gemini|example\.com/, (route) => route.fulfill({ body: 'The tool' }));
  await page.getByLabel('Your company').fill('Acme & Sons');
  const openIn = async (name: string) => {
    const tab = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open in' }).click();
    await page.getByRole('menuitem', { name }).click();
    const opened = await tab;
    await opened.getByText('The tool').waitFor();
    return new URL(opened.url());
  };
  const chat = await openIn('ChatGPT');
  expect(chat.searchParams.get('q')).toContain('Write to Acme & Sons in a friendly voice');
  // The tool is opened before the clipboard has the text.
  await expect.poll(() => clipboard(page)).toBe(chat.searchParams.get('q'));
  await page.getByLabel('Your company').fill('Beta');
  expect((await openIn('Gemini')).href).toBe('https://gemini.google.com/app');
  await page.getByText('The prompt is copied. Paste it into Gemini.').waitFor();
  expect(await clipboard(page)).toContain('Write to Beta in a friendly voice');
  expect(await page.getByText('Your browser blocked').count()).toBe(0);
  expect(await copies()).toBe(before + 2);
});

test("values typed into one prompt stay with it, and don't appear in the next", async () => {
  const page = await open('/prompt/letter');
  await page.getByLabel('Your company').fill('Acme');
  await page.getByRole('textbox', { name: /comment/ }).fill('Half a thought');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Other letter');
  await page.getByRole('option', { name: /Other letter/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Other letter' }).waitFor();
  await expect.poll(() => shown(page)).toBe('Say {{Company}} and {{city}}.');
  expect(await page.getByRole('textbox', { name: /comment/ }).inputValue()).toBe('');
  await page.getByLabel('City').fill('Oslo');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Letter', exact: true }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Other letter' }).waitFor();
  await expect.poll(() => shown(page)).toBe('Say {{Company}} and {{city}}.');
});

test('typed values stay when the prompt gets another address, and nothing is loaded again', async () => {
  const { id, slug } = await buildPrompt(browser.site, { prompt_body: 'Say {{city}}.' });
  const page = await open(`/prompt/${slug}`);
  const comment = page.getByLabel('Write a comment');
  await comment.fill('Half a thought');
  await page.getByLabel('City').fill('Oslo');
  const change = { token: (await buildAdmin(browser.site)).token, body: { slug: `${slug}-moved` } };
  expect((await browser.site.api('PATCH', `/api/v1/admin/prompts/${id}`, change)).status).toBe(200);
  const field = await page.getByLabel('City').elementHandle();
  const place = await comment.elementHandle();
  await lookAgain(page);
  await page.waitForURL(`**/${slug}-moved`);
  await nextTasks(page);
  const areThere = [field, place].map((element) => element?.evaluate(({ isConnected }) => isConnected));
  expect(await Promise.all(areThere)).toEqual([true, true]);
  expect(await page.getByLabel('City').inputValue()).toBe('Oslo');
  expect(await comment.inputValue()).toBe('Half a thought');
  await page.reload();
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Oslo');
  await expect.poll(() => comment.inputValue()).toBe('Half a thought');
});

test('a copy that the plan no longer allows leads to the plans, and typed values are kept', async () => {
  const { id, slug } = await buildPrompt(browser.site, { prompt_body: 'Say {{city}}.' });
  const { token } = await buildAdmin(browser.site);
  const setLevel = (tier_access: number) =>
    browser.site.api('PATCH', `/api/v1/admin/prompts/${id}`, { token, body: { tier_access } });
  const page = await open(`/prompt/${slug}`, { expectedFaults: /status of 403/ });
  await page.getByLabel('City').fill('Oslo');
  expect((await setLevel(1)).status).toBe(200);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('region', { name: 'Locked prompt' }).waitFor();
  expect(await page.locator('pre').count()).toBe(0);
  expect((await setLevel(0)).status).toBe(200);
  await lookAgain(page);
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Oslo');
});

test('a step, a run and an own version open in another tool too', async () => {
  const { site } = browser;
  const { id, slug } = await buildPlaybook(site, { title: 'Launch' });
  const prompts = [{ type: 'manual', title: 'Ask', prompt_body: 'Study {{company}}.' }];
  await buildStep(site, { id }, { title: 'Research', prompts });
  const { token } = member;
  const run = await site.api('POST', `/api/v1/playbooks/${slug}/runs`, { token });
  const own = await site.api('POST', '/api/v1/my-versions', { token, body: { prompt: 'other-letter' } });
  const page = await open(`/playbook/${slug}?step=1`, { viewport: phone });
  await page.context().route(/chatgpt/, (route) => route.fulfill({ body: 'The tool' }));
  const copies = async () =>
    (await site.api('GET', '/api/v1/history?action=copied&limit=100', { token })).body.total;
  const asked = async () => {
    const tab = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open in' }).click();
    await expectNoSidewaysScroll(page);
    await page.getByRole('menuitem', { name: 'ChatGPT' }).click();
    const tool = await tab;
    await tool.getByText('The tool').waitFor();
    const text = new URL(tool.url()).searchParams.get('q');
    await tool.close();
    await expect.poll(() => clipboard(page)).toBe(text);
    return text;
  };
  await page.getByRole('button', { name: 'Ask' }).click();
  const before = await copies();
  expect(await asked()).toBe('Study {{company}}.');
  await page.goto(`/runs/${run.body.id}`);
  await page.getByRole('button', { name: 'Fill in 1 blank' }).click();
  await page.getByRole('dialog').getByLabel('Company').fill('Acme');
  await page.getByRole('button', { name: 'See the steps' }).click();
  expect(await asked()).toBe('Study Acme.');
  await page.goto(`/my-versions/${own.body.id}`);
  await page.getByRole('button', { name: 'Fill in 2 blanks' }).click();
  await page.getByRole('textbox', { name: 'City' }).fill('Oslo');
  await page.getByRole('button', { name: 'See the text' }).click();
  expect(await asked()).toBe('Say {{Company}} and Oslo.');
  // Taking one's own text along doesn't count as a copy.
  expect(await copies()).toBe(before + 2);
});

test('an owner chooses the tools and adds their own', async () => {
  const page = await browser.open();
  await signIn(page, { email: 'admin@example.com', password: 'admin-password' }, '/admin/settings');
  await page.getByRole('button', { name: 'ChatGPT' }).click();
  await page.getByLabel('Your own tools').fill('Team chat | https://chat.example.com/?ask={prompt}');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings saved successfully!').waitFor();
  await page.goto('/prompt/letter');
  await page.getByRole('button', { name: 'Open in' }).click();
  const names = () => page.getByRole('menuitem').allInnerTexts();
  await expect.poll(names).toEqual(['Claude', 'Gemini', 'Copilot', 'Perplexity', 'Mistral', 'Team chat']);
});
