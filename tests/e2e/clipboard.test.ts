import { beforeAll, describe, expect, test } from 'vitest';
import { restrictClipboard, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPrompt } from '../harness/build.ts';

const browser = withBrowser();
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site, { level: 1 });
});

describe('without a clipboard', () => {
  test('the text is selected instead, so that a key press copies it', async () => {
    const page = await browser.open();
    await restrictClipboard(page, 'never');
    await signIn(page, member, '/prompt/plain-words-editor');
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.locator('[data-sonner-toast]').count()).toBeGreaterThan(0);
    const selected = await page.evaluate(() => String(getSelection()));
    const { prompt_body } = await browser.site.db
      .selectFrom('prompts')
      .select('prompt_body')
      .where('slug', '=', 'plain-words-editor')
      .executeTakeFirstOrThrow();
    expect(selected.replaceAll(/\s+/g, ' ').trim()).toBe(prompt_body.replaceAll(/\s+/g, ' ').trim());
    expect(await page.getByText('Copied!').count()).toBe(0);
  });

  test('all of a long text is selected, and nothing else', async () => {
    const body = `${'A line of a long prompt.\n'.repeat(300)}For {{whom}}, the end.`;
    const { slug } = await buildPrompt(browser.site, { prompt_body: body });
    const page = await browser.open();
    await restrictClipboard(page, 'never');
    await signIn(page, member, `/prompt/${slug}`);
    await page.getByLabel('Whom').fill('Ada');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy as template' }).click();
    await page.getByText('Your browser blocked copying.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText(/The text is selected: press/).waitFor();
    const selected = await page.evaluate(() => String(getSelection()));
    expect(selected.trim()).toBe(body.replace('{{whom}}', 'Ada'));
  });

  test('the text is copied another way if an unencrypted page has no access', async () => {
    const page = await browser.open();
    await restrictClipboard(page, 'unencrypted');
    await signIn(page, member, '/prompt/plain-words-editor');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied!').waitFor();
    const { prompt_body } = await browser.site.db
      .selectFrom('prompts')
      .select('prompt_body')
      .where('slug', '=', 'plain-words-editor')
      .executeTakeFirstOrThrow();
    const other = await page.context().newPage();
    await other.goto(`${browser.site.url}/robots.txt`);
    expect(await other.evaluate(() => navigator.clipboard.readText())).toBe(prompt_body);
  });
});

test('a copy whose answer was lost is not counted again', async () => {
  const page = await browser.open({ expectedFaults: /ERR_FAILED/ });
  await page.route(
    '**/copies',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await signIn(page, member, '/prompt/plain-words-editor');
  const copied = () =>
    browser.site.db.selectFrom('user_activity').select('id').where('user_id', '=', member.id).execute();
  const before = await copied();
  const button = page.getByRole('button', { name: 'Copy', exact: true });
  await button.click();
  await page.locator('[data-sonner-toast][data-type="error"]').waitFor();
  await button.click();
  await page.getByText('Copied!').waitFor();
  const once = await copied();
  expect(once).toHaveLength(before.length + 1);
  // The next one is a copy of its own.
  await button.click();
  await expect.poll(async () => (await copied()).length).toBe(once.length + 1);
});
