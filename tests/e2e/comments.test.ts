import { beforeAll, describe, expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectFocused,
  expectNoSidewaysScroll,
  lookAgain,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPrompt } from '../harness/build.ts';
import { nextTasks } from '../harness/held-answers.ts';

const browser = withBrowser();
let ann: Awaited<ReturnType<typeof buildMember>>;
let ben: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  [ann, ben] = await Promise.all([buildMember(browser.site), buildMember(browser.site)]);
});
const nameOf = (member: { email: string }) => member.email.split('@')[0] ?? '';

describe.each([
  ['a desktop', desktop, 'plain-words-editor'],
  ['a phone', phone, 'headline-workshop'],
])('comments on %s', (_name, viewport, slug) => {
  test('are posted, answered, changed and deleted', async () => {
    const page = await browser.open({ viewport });
    await signIn(page, ann, `/prompt/${slug}`);
    await page.getByText('No comments yet. Be the first to comment!').waitFor();
    const box = page.getByLabel('Write a comment');
    const post = page.getByRole('button', { name: 'Post comment' });
    expect(await post.isDisabled()).toBe(true);
    await box.fill('   ');
    expect(await post.isDisabled()).toBe(true);
    await box.fill('Works well <b>for me</b>');
    await post.click();
    const own = page.getByRole('article', { name: `Comment by ${nameOf(ann)}` });
    await own.getByText('Works well <b>for me</b>').waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
    // After a click, the next Tab continues from here, and phones don't open their keyboard.
    await expectFocused(page.locator('form').filter({ has: box }));
    await page.getByRole('heading', { name: 'Comments (1)' }).waitFor();

    const other = await browser.open({ viewport });
    await signIn(other, ben, `/prompt/${slug}`);
    const theirs = other.getByRole('article', { name: `Comment by ${nameOf(ann)}` });
    await theirs.getByRole('button', { name: 'Reply' }).click();
    expect(await theirs.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await other.getByLabel(`Reply to ${nameOf(ann)}`).fill('For me too');
    await theirs.getByRole('button', { name: 'Reply', exact: true }).click();
    await other
      .getByRole('article', { name: `Comment by ${nameOf(ben)}` })
      .getByText('For me too')
      .waitFor();
    await other.getByRole('heading', { name: 'Comments (2)' }).waitFor();
    await expectAccessible(other);
    await expectNoSidewaysScroll(other);

    await page.reload();
    await own.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Edit your comment').fill('Works best');
    await page.getByRole('button', { name: 'Save' }).click();
    await own.getByText('Works best').waitFor();
    await own.getByText('(edited)').waitFor();
    await own.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Are you sure you want to delete this comment?').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await own.getByText('Works best').waitFor();
    await own.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This comment was deleted.').waitFor();
    await page.getByText('For me too').waitFor();
    await page.getByRole('heading', { name: 'Comments (1)' }).waitFor();
  });
});

describe('a comment that cannot be sent', () => {
  test('stays in the box, with the reason', async () => {
    const page = await browser.open({ expectedFaults: /ERR_FAILED|Failed to load/ });
    await signIn(page, ann, '/prompt/sql-from-a-question');
    await page.getByText('No comments yet').waitFor();
    await page.route('**/comments', (route) => route.abort());
    await page.getByLabel('Write a comment').fill('A long thought');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await page.getByText("The site can't be reached. Try again.").waitFor();
    expect(await page.getByLabel('Write a comment').inputValue()).toBe('A long thought');
    await page.unroute('**/comments');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await page
      .getByRole('article', { name: /Comment by/ })
      .getByText('A long thought')
      .waitFor();
  });

  test('is posted once, even if only the response was lost', async () => {
    const page = await browser.open({ expectedFaults: /ERR_FAILED|Failed to load/ });
    await signIn(page, ben, '/prompt/headline-workshop');
    await page.getByLabel('Write a comment').fill('Only once');
    await page.route('**/comments', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Post comment' }).click();
    await page.getByText("The site can't be reached. Try again.").waitFor();
    await page.unroute('**/comments');
    await page.reload();
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('');
    await page.reload();
    await page.getByRole('article').getByText('Only once').waitFor();
    expect(await page.getByRole('article').getByText('Only once').count()).toBe(1);
  });
});

describe('a comment that comes after a page of others', () => {
  test('is shown to its author, once', async () => {
    const { slug } = await buildPrompt(browser.site);
    const authors = await Promise.all([1, 2, 3].map(() => buildMember(browser.site)));
    for (let index = 0; index < 24; index += 1) {
      const { token } = authors[index % 3] ?? ann;
      const path = `/api/v1/prompts/${slug}/comments`;
      await browser.site.api('POST', path, { token, body: { body: `Remark ${index}.` } });
    }
    const page = await browser.open({ expectedFaults: /Failed to load resource/ });
    await signIn(page, ann, `/prompt/${slug}`);
    await page.getByLabel('Write a comment').fill('My own remark');
    await page.getByRole('button', { name: 'Post comment' }).click();
    const own = page.getByRole('article', { name: /Comment by/ }).filter({ hasText: 'My own remark' });
    await own.waitFor();
    await own.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Edit your comment').fill('My own remark, changed');
    await page.getByRole('button', { name: 'Save' }).click();
    await own.getByText('My own remark, changed').waitFor();
    await page.getByRole('button', { name: 'Load more comments' }).click();
    await page.getByRole('button', { name: 'Load more comments' }).waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('More items loaded.').waitFor();
    expect(await own.count()).toBe(1);
    await own.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await own.waitFor({ state: 'detached' });

    // A link leads to a comment after the first page.
    const path = `/api/v1/prompts/${slug}/comments`;
    const { body: late } = await browser.site.api('POST', path, {
      token: ben.token,
      body: { body: 'Late.' },
    });
    await page.goto(`/prompt/${slug}#comment-${late.id}`);
    await page.reload();
    const linked = page.getByRole('article', { name: `Comment by ${nameOf(ben)}` });
    await expectFocused(linked);
    await expect
      .poll(() => linked.evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThan(0);
    await expectAccessible(page);
    await browser.site.api('DELETE', `/api/v1/comments/${late.id}`, { token: ben.token });
    await page.reload();
    await expectFocused(page.getByRole('heading', { name: 'Comments (24)' }));
    await page.getByText('This comment is no longer there.').waitFor();
  });
});

describe('a long thread', () => {
  test('shows its first replies, and more when asked', async () => {
    const { token } = ann;
    const path = '/api/v1/prompts/sql-from-a-question/comments';
    const post = async (body: string, parent_id?: string) =>
      (await browser.site.api('POST', path, { token, body: { body, parent_id } })).body.id;
    const top = await post('A question to all');
    let deepest = top;
    for (let index = 1; index <= 55; index += 1)
      deepest = await post(`Answer ${index}.`, index < 8 ? deepest : top);
    const page = await browser.open({ viewport: phone });
    await signIn(page, ann, '/prompt/sql-from-a-question');
    await page.getByText('Answer 50.').waitFor();
    expect(await page.getByText('Answer 51.').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more replies' }).click();
    await page.getByText('Answer 55.').waitFor();
    await expectNoSidewaysScroll(page);
    expect(await page.getByRole('button', { name: 'Show more replies' }).count()).toBe(0);
    // A reply that moves up must not be shown twice.
    await page
      .getByText('Answer 20.')
      .locator('xpath=ancestor::article[1]')
      .getByRole('button', { name: 'Delete' })
      .click();
    const listed = page.waitForResponse(
      (response) => response.request().method() === 'GET' && /\/comments(\?|$)/.test(response.url()),
    );
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Answer 20.').waitFor({ state: 'detached' });
    await listed;
    await nextTasks(page);
    for (const index of [50, 51, 52, 55]) expect(await page.getByText(`Answer ${index}.`).count()).toBe(1);
    // A reply at the deepest level names the person it answers.
    await page
      .getByText('Answer 7.')
      .locator('xpath=ancestor::article[1]')
      .getByRole('button', { name: 'Reply' })
      .click();
    expect(await page.getByLabel(`Reply to ${nameOf(ann)}`).inputValue()).toBe(`@${nameOf(ann)} `);
    // A link leads to a reply after the first ones.
    await page.goto(`/prompt/sql-from-a-question#comment-${deepest}`);
    await page.reload();
    await expectFocused(page.locator(`#comment-${deepest}`));
  });
});

describe('a comment that is deleted while somebody writes below it', () => {
  test('leaves the typed reply in its place, which can be posted on its own', async () => {
    const { slug } = await buildPrompt(browser.site);
    const path = `/api/v1/prompts/${slug}/comments`;
    const post = async (body: string, parent_id?: string) =>
      (await browser.site.api('POST', path, { token: ann.token, body: { body, parent_id } })).body;
    const top = await post('Soon gone');
    const below = await post('Gone as well', top.id);
    await post('Here to stay');
    const page = await browser.open({ expectedFaults: /status of 404/ });
    await signIn(page, ben, `/prompt/${slug}`);
    const article = page.getByRole('article', { name: /^Comment/ }).filter({ hasText: 'Gone as well' });
    await article.getByRole('button', { name: 'Reply' }).click();
    const reply = page.getByLabel(/^Reply to/);
    await reply.fill('Half a thought');
    for (const { id } of [top, below])
      await browser.site.api('DELETE', `/api/v1/comments/${id}`, { token: ann.token });
    await lookAgain(page);
    await article.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Comments (1)' }).waitFor();
    expect(await reply.inputValue()).toBe('Half a thought');
    await expectFocused(reply);
    const places = page.getByRole('article', { name: /^Comment/ });
    expect(await places.count()).toBe(3);
    await places.last().getByText('Here to stay').waitFor();
    await expectAccessible(page);
    await reply.fill('A whole thought');
    await page.reload();
    await expect.poll(() => reply.inputValue()).toBe('A whole thought');
    expect(await places.count()).toBe(2);
    await expectAccessible(page);
    await places.first().getByRole('button', { name: 'Post comment' }).click();
    await places.last().getByText('A whole thought').waitFor();
    await page.getByText('This comment was deleted.').waitFor({ state: 'detached' });
    expect(await places.count()).toBe(2);
  });

  test('refuses the reply that is sent, and takes it on its own', async () => {
    const { slug } = await buildPrompt(browser.site);
    const body = { body: 'Soon gone' };
    const path = `/api/v1/prompts/${slug}/comments`;
    const { id } = (await browser.site.api('POST', path, { token: ann.token, body })).body;
    const page = await browser.open({ expectedFaults: /status of 404/ });
    await signIn(page, ben, `/prompt/${slug}`);
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.getByLabel(/^Reply to/).fill('Never lost');
    await browser.site.api('DELETE', `/api/v1/comments/${id}`, { token: ann.token });
    await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
    await page.getByText('Comment not found').waitFor();
    const place = page.getByRole('article', { name: /^Comment/ }).first();
    await place.getByText('This comment was deleted.').waitFor();
    await place.getByRole('button', { name: 'Post comment' }).click();
    await page.getByText('This comment was deleted.').waitFor({ state: 'detached' });
    await page
      .getByRole('article', { name: /^Comment/ })
      .getByText('Never lost')
      .waitFor();
  });

  test('leaves the list for who wrote it since the page was opened, too', async () => {
    const { slug } = await buildPrompt(browser.site);
    const page = await browser.open({ expectedFaults: /status of 404/ });
    await signIn(page, ben, `/prompt/${slug}`);
    await page.getByLabel('Write a comment').fill('Not for long');
    await page.getByRole('button', { name: 'Post comment' }).click();
    const place = page.getByRole('article', { name: /^Comment/ });
    await place.getByText('Not for long').waitFor();
    await browser.site.db
      .updateTable('comments')
      .set({ status: 'deleted', body: '' })
      .where('body', '=', 'Not for long')
      .execute();
    await place.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Comment not found').waitFor();
    await page.getByText('Not for long').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Comments (0)' }).waitFor();
  });

  test('keeps an edit of it until it is canceled, even through a reload', async () => {
    const { slug } = await buildPrompt(browser.site);
    const path = `/api/v1/prompts/${slug}/comments`;
    const post = async ({ token }: typeof ann, body: string, parent_id?: string) =>
      (await browser.site.api('POST', path, { token, body: { body, parent_id } })).body;
    const answered = await post(ben, 'With an answer');
    await post(ann, 'The answer', answered.id);
    const page = await browser.open();
    await signIn(page, ben, `/prompt/${slug}`);
    const edit = page.getByLabel('Edit your comment');
    await page.getByRole('button', { name: 'Edit' }).click();
    await edit.fill('With an answer, and more');
    await browser.site.api('DELETE', `/api/v1/comments/${answered.id}`, { token: ben.token });
    await lookAgain(page);
    await page.getByText('This comment was deleted.').waitFor();
    expect(await edit.inputValue()).toBe('With an answer, and more');
    await page.reload();
    await expect.poll(() => edit.inputValue()).toBe('With an answer, and more');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await edit.waitFor({ state: 'detached' });
    await page.getByText('This comment was deleted.').waitFor();
  });
});

test('a kept edit of a comment does not undo one that was saved on another device since', async () => {
  const { slug } = await buildPrompt(browser.site);
  const { token } = ben;
  const send = async (method: string, path: string, body: string) =>
    (await browser.site.api(method, `/api/v1${path}`, { token, body: { body } })).body;
  const { id } = await send('POST', `/prompts/${slug}/comments`, 'First');
  const page = await browser.open();
  await signIn(page, ben, `/prompt/${slug}`);
  const edit = page.getByLabel('Edit your comment');
  await page.getByRole('button', { name: 'Edit' }).click();
  await edit.fill('From the laptop');
  await page.reload();
  await page.getByText('Your unsaved changes are back.').waitFor();
  await expect.poll(() => edit.inputValue()).toBe('From the laptop');
  await send('PATCH', `/comments/${id}`, 'From the phone');
  await page.reload();
  await expect.poll(() => edit.inputValue()).toBe('From the phone');
  await page.getByText('This was changed on another device. Your unsaved text was dropped.').waitFor();
  // An open form without changes shows what is saved elsewhere.
  await send('PATCH', `/comments/${id}`, 'Again from the phone');
  await lookAgain(page);
  await expect.poll(() => edit.inputValue()).toBe('Again from the phone');
});

test('a link to a comment leads to it at a new address too, and an address that changes while the item is open counts no view', async () => {
  const { site } = browser;
  const [reader, { token }] = [await buildMember(site), await buildAdmin(site)];
  const { id, slug } = await buildPrompt(site, { title: 'Moved' });
  const moveTo = async (next: string) => {
    const { status, text } = await site.api('PATCH', `/api/v1/admin/prompts/${id}`, {
      token,
      body: { slug: next },
    });
    expect(status, text).toBe(200);
  };
  const comment = await site.api('POST', `/api/v1/prompts/${slug}/comments`, {
    token: reader.token,
    body: { body: 'Found here' },
  });
  await moveTo('moved-once');
  const page = await browser.open();
  const views: string[] = [];
  page.on('request', (request) => request.url().endsWith('/views') && views.push(request.url()));
  await signIn(page, reader, `/prompt/${slug}#comment-${comment.body.id}`);
  await page.waitForURL(`**/prompt/moved-once#comment-${comment.body.id}`);
  await expectFocused(page.locator(`#comment-${comment.body.id}`));
  await expect.poll(() => views.length).toBe(1);

  await moveTo('moved-twice');
  await lookAgain(page);
  await page.waitForURL('**/prompt/moved-twice#*');
  await nextTasks(page);
  expect(views).toHaveLength(1);
});
