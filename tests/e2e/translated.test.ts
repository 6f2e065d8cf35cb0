import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signIn, withBrowser } from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';

const browser = withBrowser();

/** Changes the page like a browser's translation, which wraps each text in an element. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, textarea')) continue;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(`‹${text.data}›`);
      text.replaceWith(font);
    }
  });

test('a page keeps working while the browser translates it', async () => {
  const page = await browser.open();
  const member = await buildMember(browser.site);
  await signIn(page, member, '/playbook/your-week-in-order?step=3');
  await page.getByRole('heading', { name: 'Fill the new one' }).waitFor();
  await translate(page);
  await page.getByRole('button', { name: '‹Next›' }).click();
  await page.getByRole('button', { name: 'Completed', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Sleep and move' }).waitFor();
  await translate(page);
  await page.getByRole('button', { name: '‹Previous›' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).waitFor();

  // Everything is removed and rendered again.
  await translate(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Search prompts and playbooks').fill('headline');
  await page.getByRole('option').first().waitFor();
  await translate(page);
  await page.getByPlaceholder('Search prompts and playbooks').fill('inbox');
  await page.getByRole('option', { name: 'Inbox triage agent' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /Collections/ }).click();
  await page.getByRole('heading', { name: /Collections/ }).waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);
});
