import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { desktop, expectNoSidewaysScroll, phone, signIn, withBrowser } from '../harness/browser.ts';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from '../harness/build.ts';

// cspell:ignoreRegExp [\u0600-\u06ff]+
// Long words without breaks, as in names, tags and titles of some languages, must not widen a page.
const word = 'Steamship'.repeat(12);
const browser = withBrowser({
  async prepare(site) {
    await buildPrompt(site, {
      slug: 'wide',
      title: word,
      description: word,
      category: word.slice(0, 90),
      tags: [word.slice(0, 60)],
      use_cases: [word],
    });
    await buildTier(site, { name: word.slice(0, 90), price: 900, access_level: 9, features: [word] });
    const item = await buildPlaybook(site, { slug: 'wide-steps', title: word, tags: [word.slice(0, 60)] });
    await buildStep(site, item, {
      title: word,
      prompts: [{ type: 'manual', title: word, prompt_body: word }],
    });
  },
});
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 0 });
  const { site } = browser;
  await site.db
    .updateTable('profiles')
    .set({ display_name: word.slice(0, 60), email: `${word.slice(0, 60)}@example.com` })
    .where('id', '=', member.id)
    .execute();
  await site.api('POST', '/api/v1/prompts/wide/comments', { token: member.token, body: { body: word } });
  const { token } = await buildAdmin(site);
  const pages = '/api/v1/admin/pages';
  const { id } = (await site.api('POST', pages, { token, body: { kind: 'own' } })).body;
  const inFooter = { title: word.slice(0, 60), slug: 'wide', body: 'Text', footer_position: 1 };
  const { updated_at } = (await site.api('PATCH', `${pages}/${id}`, { token, body: inFooter })).body;
  await site.api('POST', `${pages}/${id}/publish`, { token, body: { updated_at } });
});

test('long words break, on a phone and on a desktop', async () => {
  const page = await browser.open({ viewport: phone });
  const inBothSizes = async (look: () => Promise<unknown>) => {
    await look();
    await page.setViewportSize(desktop);
    await look();
    await page.setViewportSize(phone);
  };
  const expectToFit = () => inBothSizes(() => expectNoSidewaysScroll(page));
  for (const path of ['/browse/wide', '/browse-playbooks/wide-steps', '/pricing', '/']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Footer' }).getByText(word.slice(0, 60)).waitFor();
    await expectToFit();
  }
  await signIn(page, member, '/prompt/wide');
  const comment = page.getByRole('article', { name: /^Comment by/ });
  await comment.waitFor();
  expect(await comment.textContent()).toContain(word.slice(0, 60));
  await expectToFit();
  await page.goto(`/prompts?category=${word.slice(0, 90)}`);
  await page.getByRole('button', { name: word.slice(0, 90), pressed: true }).waitFor();
  await expectToFit();
  for (const path of ['/playbook/wide-steps', '/playbook/wide-steps?step=1']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: word }).waitFor();
    await expectToFit();
  }
  // A title with several lines keeps its distance from the edges of its panel.
  await inBothSizes(async () => {
    const gap = await page.getByRole('button', { name: word, expanded: false }).evaluate((button) => {
      const title = button.firstElementChild?.getBoundingClientRect().top ?? 0;
      return title - button.getBoundingClientRect().top;
    });
    expect(gap).toBeGreaterThanOrEqual(8);
  });
});

test('a framed card with long words fits, and says where it leads', async () => {
  const page = await browser.open({ viewport: { width: 320, height: 220 } });
  await page.goto('/embed/prompts/wide');
  await expectNoSidewaysScroll(page);
  const { y = 0, height = 0 } = (await page.getByText('Open on').boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(220);
});

test('a cut-off title shows nothing of its next line', async () => {
  // Fonts of other scripts reach higher above the line than the site's own.
  await buildPrompt(browser.site, { title: 'É '.repeat(95).trim(), category: 'Tall' });
  const page = await browser.open();
  await page.goto('/browse?category=Tall');
  const { lineHeight, fontSize } = await page
    .getByRole('heading', { level: 2 })
    .evaluate((title) => getComputedStyle(title));
  // 1.25 leaves room for characters as tall as the whole font size.
  expect(Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)).toBeGreaterThanOrEqual(1.25);
});

test('texts from right to left begin at the same edge as their titles', async () => {
  const arabic = { title: 'مراجعة النص', description: 'نص عربي', category: 'Edges' };
  const { slug } = await buildPrompt(browser.site, arabic);
  const playbook = await buildPlaybook(browser.site, arabic);
  await buildStep(browser.site, playbook, { title: 'الخطوة', description: 'ملخص' });
  await browser.site.api('POST', `/api/v1/prompts/${slug}/comments`, {
    token: member.token,
    body: { body: 'شكرا' },
  });
  const page = await browser.open();
  const right = (place: Locator) =>
    place.evaluate((element) => Math.round(element.getBoundingClientRect().right));
  const expectAligned = async (text: string, edge: Locator) => {
    const paragraph = page.getByText(text).filter({ visible: true }).last();
    const gap = async () => (await right(edge)) - (await right(paragraph));
    await expect.poll(gap, { message: `${page.url()} ${text}` }).toBe(0);
  };
  const title = page.getByRole('heading', { level: 1 });
  await page.goto(`/browse/${slug}`);
  await expectAligned('نص عربي', title);
  await page.goto(`/browse-playbooks/${playbook.slug}`);
  await expectAligned('نص عربي', title);
  await signIn(page, member, `/prompt/${slug}`);
  await expectAligned('نص عربي', title);
  await expectAligned('شكرا', page.getByRole('article', { name: /^Comment by/ }));
  await page.goto(`/playbook/${playbook.slug}`);
  await expectAligned('نص عربي', title);
  await page.goto(`/playbook/${playbook.slug}?step=1`);
  await expectAligned('ملخص', title);
  // The number of a step stays in front of its title.
  const run = await browser.site.api('POST', `/api/v1/playbooks/${playbook.slug}/runs`, {
    token: member.token,
  });
  await page.goto(`/runs/${run.body.id}`);
  const step = page.getByRole('button', { name: '1 الخطوة' });
  const left = (text: string) =>
    step.getByText(text, { exact: true }).evaluate((element) => element.getBoundingClientRect().left);
  await step.waitFor();
  expect(await left('1')).toBeLessThan(await left('الخطوة'));
});

test('bullets and the bar of a quote are on the side where the script begins', async () => {
  const description = '- نص عربي\n\n> اقتباس\n\n| عمود |\n| --- |\n| قيمة |';
  const { slug } = await buildPlaybook(browser.site, { description });
  const page = await browser.open();
  await signIn(page, member, `/playbook/${slug}`);
  const style = (selector: string, name: string) =>
    page
      .locator(`.prose-text ${selector}`)
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  expect([await style('ul', 'padding-left'), await style('ul', 'padding-right')]).toEqual([
    '0px',
    expect.stringMatching(/^2\d/),
  ]);
  const bars = [
    await style('blockquote', 'border-left-width'),
    await style('blockquote', 'border-right-width'),
  ];
  expect(bars).toEqual(['0px', '2px']);
  expect(await style('td', 'text-align')).toBe('start');
});
