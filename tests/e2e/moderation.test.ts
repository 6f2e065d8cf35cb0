import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, phone, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildTeam } from '../harness/build.ts';

const browser = withBrowser();

test('comments are held and reported, and decided about on a phone', async () => {
  const [admin, support, author, reader] = await Promise.all([
    buildAdmin(browser.site),
    buildTeam(browser.site, 'support'),
    buildMember(browser.site),
    buildMember(browser.site),
  ]);
  const item = '/prompt/plain-words-editor';
  const rules = await browser.open();
  await signIn(rules, admin, '/admin/comments');
  await rules.getByText('Nothing to review').waitFor();
  await rules.getByLabel('Words that hold a comment').fill('casino\nfree money');
  await rules.getByRole('button', { name: 'Save Changes' }).click();
  await rules.getByText('Settings saved successfully!').waitFor();
  await rules.close();

  const theirs = await browser.open();
  await signIn(theirs, author, item);
  const post = async (text: string) => {
    await theirs.getByLabel('Write a comment').fill(text);
    await theirs.getByRole('button', { name: 'Post comment' }).click();
    await theirs.getByText(text).waitFor();
  };
  await post('Come to my Casino');
  await theirs.getByText('Waiting for approval').waitFor();
  await theirs.getByText("Only you and the team can see this comment until it's approved.").waitFor();
  await theirs.getByRole('status').getByText("Comment posted. It will appear once it's approved.").waitFor();
  await expectAccessible(theirs);
  await post('You are all stupid');

  const page = await browser.open();
  await signIn(page, reader, item);
  await page.getByText('You are all stupid').waitFor();
  expect(await page.getByText('Casino').count()).toBe(0);
  await page.getByRole('heading', { name: 'Comments (1)' }).waitFor();
  await page.getByRole('button', { name: 'Report' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Why?').selectOption({ label: 'Abuse or harassment' });
  await dialog.getByLabel('Anything else').fill('Not nice');
  await page.reload();
  await page.getByRole('button', { name: 'Report' }).click();
  await expect.poll(() => dialog.getByLabel('Anything else').inputValue()).toBe('Not nice');
  expect(await dialog.getByLabel('Why?').inputValue()).toBe('abuse');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Report' }).click();
  await page.getByText('Reported', { exact: true }).waitFor();

  const queue = await browser.open({ viewport: phone });
  await signIn(queue, support, '/admin/comments');
  await queue.getByText('Only admins can change this.').waitFor();
  await queue.getByText('2 comments').waitFor();
  await queue.getByText('Not nice').waitFor();
  await expectAccessible(queue);
  await expectNoSidewaysScroll(queue);
  const waiting = queue.getByRole('article').filter({ hasText: 'Casino' });
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await queue.getByText('1 comment', { exact: true }).waitFor();
  await queue.getByRole('button', { name: 'Undo' }).click();
  await queue.getByText('2 comments').waitFor();
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await waiting.waitFor({ state: 'detached' });
  await queue.getByRole('article').getByRole('button', { name: 'Remove' }).click();
  await queue.getByText('Nothing to review').waitFor();

  await page.reload();
  await page.getByText('Come to my Casino').waitFor();
  expect(await page.getByText('You are all stupid').count()).toBe(0);
});

test('the rules of comments stay as they were typed, through a reload and a session that ends', async () => {
  const admin = await buildAdmin(browser.site);
  const page = await browser.open({ expectedFaults: /status of 40[013]/ });
  await signIn(page, admin, '/admin/comments');
  const words = page.getByLabel('Words that hold a comment');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await words.fill('lottery');
  page.once('dialog', (asking) => void asking.accept());
  await page.reload();
  await page.getByText('Your unsaved changes are back.').waitFor();
  await expect.poll(() => words.inputValue()).toBe('lottery');
  await page.getByLabel('Hold links from new accounts').fill('5');
  await page.waitForLoadState('networkidle');
  await browser.site.db.deleteFrom('auth.sessions').where('user_id', '=', admin.id).execute();
  await save.click();
  await page.waitForURL('**/signin');
  await signIn(page, admin, '/admin/comments');
  await page.getByText('Your unsaved changes are back.').waitFor();
  await expect.poll(() => words.inputValue()).toBe('lottery');
  await save.click();
  await page.getByText('Settings saved successfully!').waitFor();
  expect(await page.getByText('Your unsaved changes are back.').count()).toBe(0);
  await page.reload();
  await expect.poll(() => words.inputValue()).toBe('lottery');
  expect(await page.getByLabel('Hold links from new accounts').inputValue()).toBe('5');
  expect(await page.getByText('Your unsaved changes are back.').count()).toBe(0);
});

test('a word of the rules of comments that is too long is named at the field, which gets the focus', async () => {
  const page = await browser.open();
  await signIn(page, await buildAdmin(browser.site), '/admin/comments');
  const words = page.getByLabel('Words that hold a comment');
  await words.fill(`casino\n${'x'.repeat(81)}`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText(`“${'x'.repeat(30)}…”: At most 80 characters`).waitFor();
  await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true);
});
