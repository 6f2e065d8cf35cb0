import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectFocused,
  expectLoaded,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildStep } from '../harness/build.ts';

const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 1 });
});
const open = async (path: string, options = {}) => {
  const page = await browser.open(options);
  await signIn(page, member, path);
  return page;
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const progress = (page: Page) => page.getByRole('progressbar').getAttribute('aria-valuenow');

describe('the playbooks', () => {
  test('are searched, narrowed to a category and to favorites, in the address', async () => {
    const page = await open('/playbooks');
    await page.getByText('8 playbooks').waitFor();
    await page.getByLabel('Category').selectOption('Career');
    await page.getByText('1 playbook', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?category=Career');
    await page.getByRole('button', { name: 'Favorite A new job in eight weeks' }).click();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByLabel('Show favorites only').check();
    await page.getByText('1 playbook', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('nothing of the kind');
    await page.getByText('No playbooks found').waitFor();
  });

  test('name the category of the address, even if nothing that everyone sees is in it', async () => {
    const page = await open('/playbooks?category=Bought+earlier');
    await page.getByText('No playbooks found').waitFor();
    const choice = page.getByLabel('Category');
    expect(await choice.inputValue()).toBe('Bought earlier');
    expect(await choice.getByRole('option').count()).toBeGreaterThan(2);
  });

  test('are reloaded when the window gets the focus again', async () => {
    const page = await open('/playbooks');
    await page.getByText('8 playbooks').waitFor();
    const again = page.waitForRequest(/api\/v1\/playbooks\?/);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await again;
  });
});

describe.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('a playbook on %s', (_name, viewport) => {
  test('goes from the overview through its steps, keeps the place, and copies prompts', async () => {
    const page = await open('/playbook/your-week-in-order', { viewport });
    await heading(page, 'Your week in order');
    const previous = page.getByRole('button', { name: 'Previous' });
    const next = page.getByRole('button', { name: /Next|Completed/ });
    expect(await previous.isDisabled()).toBe(true);
    expect(await progress(page)).toBe('0');
    await next.click();
    await heading(page, 'Empty the inbox');
    expect(new URL(page.url()).search).toBe('?step=1');
    expect(await progress(page)).toBe('1');
    const panel = page.getByRole('button', { name: 'Inbox triage agent' });
    await panel.click();
    await page.getByText('You look after the mailbox').waitFor();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^You look after the mailbox/);

    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.keyboard.press('ArrowRight');
    await heading(page, 'Close the old week');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await heading(page, 'Empty the inbox');
    expect(await panel.getAttribute('aria-expanded')).toBe('false');
    for (const name of ['Close the old week', 'Fill the new one', 'Sleep and move']) {
      await next.click();
      await heading(page, name);
    }
    expect(await next.textContent()).toBe('Completed');
    expect(await next.isDisabled()).toBe(true);
    expect(await progress(page)).toBe('4');
    await page.goBack();
    await heading(page, 'Fill the new one');
    await page.reload();
    await heading(page, 'Fill the new one');
    await expectAccessible(page);
  });
});

describe('a playbook', () => {
  test('offers to continue where its reader was', async () => {
    const page = await open('/playbook/new-job-in-eight-weeks');
    await page.getByRole('button', { name: 'Evidence file' }).click();
    await heading(page, 'Evidence file');
    await expect
      .poll(() =>
        browser.site.db
          .selectFrom('playbook_progress')
          .select('position')
          .where('user_id', '=', member.id)
          .execute(),
      )
      .toContainEqual({ position: 1 });
    // Also within the same visit.
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.waitForURL('**/dashboard');
    await page.goBack();
    await heading(page, 'Evidence file');
    await page.goBack();
    await page.getByText('You were on step 2 of 6.').waitFor();
    await page.goto('/playbook/new-job-in-eight-weeks');
    await page.getByText('You were on step 2 of 6.').waitFor();
    await page.getByRole('button', { name: 'Continue there' }).click();
    await heading(page, 'Evidence file');
  });

  test('without access shows the price and the plans, and no step', async () => {
    const page = await browser.open();
    await signIn(page, member, '/robots.txt');
    const answers: string[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
    });
    await page.goto('/playbook/ship-a-feature-without-regret');
    await page.getByRole('button', { name: 'Buy for $24.00' }).waitFor();
    await expectAccessible(page);
    expect(answers.join('')).not.toContain('Find the smallest version that a user would call finished');
    await page.getByRole('link', { name: 'Subscribe' }).click();
    await page.waitForURL('**/pricing?from=*');
  });

  test('says when it is missing, and when it has no steps', async () => {
    const { slug } = await buildPlaybook(browser.site);
    const page = await open(`/playbook/${slug}`, { expectedFaults: /status of 404/ });
    await page.getByText("This playbook doesn't have any steps yet.").waitFor();
    await page.goto('/playbook/there-is-none');
    await heading(page, 'Playbook not found');
    await page.getByRole('link', { name: 'Back to Playbooks' }).click();
    await page.waitForURL('**/playbooks');
  });

  test('shows markdown with line breaks, outside links in a new tab, videos of known hosts only', async () => {
    const description = [
      'one\ntwo [out](https://example.com)',
      '<iframe src="https://www.youtube.com/embed/x"></iframe>',
      '<iframe src="https://evil.example/x"></iframe>',
      '<iframe src="https://www.youtube.com@evil.example/x"></iframe>',
      '<iframe srcdoc="<script>window.hacked=1</script>"></iframe>',
      '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
    ].join('\n\n');
    const { slug } = await buildPlaybook(browser.site, { description });
    const page = await browser.open({ expectedFaults: /ERR_|status of 404|Failed to load/ });
    await signIn(page, member, '/robots.txt');
    await page.route('https://www.youtube.com/**', (route) => route.fulfill({ body: '' }));
    await page.goto(`/playbook/${slug}`);
    const link = page.getByRole('link', { name: 'out' });
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await page.locator('.prose-text br').count()).toBeGreaterThan(0);
    const frames = page.locator('iframe');
    expect(await frames.count()).toBe(1);
    expect(await frames.getAttribute('src')).toBe('https://www.youtube.com/embed/x');
    expect(await frames.getAttribute('sandbox')).toContain('allow-scripts');
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });
});

describe('the palette', () => {
  test('says that it could not search, and searches again', async () => {
    const page = await open('/dashboard', { expectedFaults: /status of 429/ });
    await page.getByText('62 results').waitFor();
    await page.route(/api\/v1\/playbooks\?/, (route) => route.fulfill({ status: 429, json: {} }));
    await page.keyboard.press('ControlOrMeta+k');
    await expectFocused(page.getByRole('combobox'));
    await page.keyboard.type('week');
    await page.getByRole('option', { name: 'Weekly plan from a brain dump' }).waitFor();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await expectAccessible(page);
    await page.unroute(/api\/v1\/playbooks\?/);
    await again.click();
    await page.getByRole('option', { name: 'Your week in order' }).waitFor();
    await again.waitFor({ state: 'detached' });
  });

  test('is loaded ahead, so that no typed letters are lost', async () => {
    const page = await open('/dashboard', { fresh: true });
    await expectLoaded(page, 'search-palette');
  });

  test('closes when Back leaves the page', async () => {
    const page = await open('/dashboard');
    await page.getByText('62 results').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Prompts', exact: true }).click();
    await page.waitForURL('**/prompts');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').waitFor();
    await page.goBack();
    await page.waitForURL('**/dashboard');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
  });

  test('stays open if it was opened while a page was loading', async () => {
    const page = await open('/dashboard');
    await page.getByText('62 results').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    let arrive = () => {};
    const arriving = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const isAsked = page.waitForRequest(/subscription.*\.js/);
    await page.route(/subscription.*\.js/, async (route) => {
      await arriving;
      await route.continue();
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Subscription', exact: true }).click();
    await isAsked;
    await page.keyboard.press('ControlOrMeta+k');
    await expectFocused(page.getByRole('combobox'));
    await page.keyboard.type('we');
    arrive();
    await page.waitForURL('**/subscription');
    await page.getByRole('heading', { name: 'Subscription', level: 1, includeHidden: true }).waitFor();
    await page.keyboard.type('ek');
    await page.getByRole('option', { name: 'Your week in order' }).waitFor();
  });

  test('opens a result in a new tab, and stays', async () => {
    const page = await open('/dashboard');
    await page.getByText('62 results').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await expectFocused(page.getByRole('combobox'));
    await page.keyboard.type('week');
    const result = page.getByRole('option', { name: 'Your week in order' });
    const opening = page.context().waitForEvent('page');
    await result.click({ modifiers: ['ControlOrMeta'] });
    const tab = await opening;
    await tab.waitForURL('**/playbook/your-week-in-order');
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await expectAccessible(page);
    await result.click();
    await page.waitForURL('**/playbook/your-week-in-order');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
  });

  test('finds prompts and playbooks by keyboard alone', async () => {
    const page = await open('/dashboard');
    await page.getByText('62 results').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').waitFor();
    // The most viewed items are shown before anything is typed.
    await page.getByText('Most popular prompts').waitFor();
    await page.getByRole('option', { selected: true }).waitFor();
    await expectAccessible(page);
    // The first results are replaced by others, and one of those can still be chosen.
    await page.keyboard.type('plan');
    await page.getByRole('option', { selected: true }).waitFor();
    await page.getByRole('combobox').selectText();
    await page.keyboard.type('week');
    await page.getByRole('option', { name: 'Your week in order' }).waitFor();
    await page.getByRole('option', { name: 'Weekly plan from a brain dump' }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/(prompt|playbook)\//);
    await page.keyboard.press('ControlOrMeta+k');
    await expectFocused(page.getByRole('combobox'));
    await page.keyboard.type('no such thing at all');
    await page.getByText('No results found').waitFor();
    await page.getByRole('combobox').selectText();
    await page.keyboard.type('plan');
    await page.getByRole('option', { name: /^See all prompts found/ }).click();
    await page.waitForURL(/\/prompts\?q=plan$/);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByText('Most popular prompts').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
  });
});

test('each step begins at its top, even after going back to it', async () => {
  const playbook = await buildPlaybook(browser.site);
  const description = 'A long step.\n\n'.repeat(100);
  for (const step_order of [0, 1])
    await buildStep(browser.site, playbook, { title: `Long ${step_order}`, description, step_order });
  const page = await open(`/playbook/${playbook.slug}?step=1`, { viewport: phone });
  const atTop = async (title: string) => {
    await heading(page, title);
    // Browsers restore the scroll position after the page is shown.
    await page.waitForTimeout(300);
    await expect.poll(async () => [title, await page.evaluate(() => window.scrollY)]).toEqual([title, 0]);
    await page.getByText('A long step.').last().waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  };
  await atTop('Long 0');
  await page.getByRole('button', { name: 'Next' }).click();
  await atTop('Long 1');
  await page.goBack();
  await atTop('Long 0');
  await page.goForward();
  await atTop('Long 1');
});

test('arrows scroll a wide block of code that has the focus, and turn no step', async () => {
  const playbook = await buildPlaybook(browser.site);
  const code = `\`\`\`\n${'wide '.repeat(200)}\n\`\`\``;
  await buildStep(browser.site, playbook, { title: 'With code', description: code });
  await buildStep(browser.site, playbook, { title: 'The last', step_order: 1 });
  const page = await open(`/playbook/${playbook.slug}?step=1`);
  await heading(page, 'With code');
  const block = page.locator('.prose-text pre');
  await block.focus();
  const scrolled = () => block.evaluate(({ scrollLeft }) => scrollLeft);
  await page.keyboard.press('ArrowRight');
  await expect.poll(scrolled).toBeGreaterThan(0);
  expect(new URL(page.url()).search).toBe('?step=1');
  // A key press while the block is still moving may be ignored.
  const pressLeft = () => page.keyboard.press('ArrowLeft').then(scrolled);
  await expect.poll(pressLeft).toBe(0);
  expect(new URL(page.url()).search).toBe('?step=1');
  await page.getByRole('button', { name: 'Previous' }).focus();
  await page.keyboard.press('ArrowRight');
  await heading(page, 'The last');
});
