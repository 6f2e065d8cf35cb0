import { beforeAll, describe, expect, test } from 'vitest';
import { expectFocused, lookAgain, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';
import { holdFirst, nextTasks } from '../harness/held-answers.ts';
import { setSetting } from '../harness/sign-in.ts';

const browser = withBrowser({
  async prepare(site) {
    await setSetting(site, 'labs_analytics', 'true');
    await buildPrompt(site, { slug: 'plan', title: 'Plan a week', prompt_body: 'Plan it.' });
    const playbook = await buildPlaybook(site, { slug: 'launch', title: 'Launch', tier_access: 0 });
    await buildStep(site, playbook, { title: 'Research' });
  },
});
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string, options: Parameters<typeof browser.open>[0] = {}) => {
  const page = await browser.open(options);
  await signIn(page, admin, path);
  return page;
};

describe('state in the address', () => {
  test('keeps each of two changes in a row, and controls show theirs at once', async () => {
    const page = await open('/admin/users');
    await page.getByRole('combobox').last().waitFor();
    const shown = await page.evaluate(() => {
      const selects = [...document.querySelectorAll('main select')] as HTMLSelectElement[];
      const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value') ?? {};
      for (const [index, value] of ['admin', 'none'].entries()) {
        set?.call(selects[index], value);
        selects[index]?.dispatchEvent(new Event('change', { bubbles: true }));
      }
      return selects.map(({ value }) => value);
    });
    expect(shown).toEqual(['admin', 'none']);
    await page.waitForURL(/\?role=admin&tier=none$/);

    await page.goto('/prompts');
    await page.getByText(/^\d+ results$/).waitFor();
    await page.getByRole('group', { name: 'Sort' }).evaluate((sorts) => {
      const buttons = [...document.querySelectorAll('main button')] as HTMLButtonElement[];
      buttons.find(({ textContent }) => textContent === 'Agent')?.click();
      [...sorts.querySelectorAll('button')].find(({ textContent }) => textContent === 'Popular')?.click();
    });
    await page.waitForURL(/\?type=Agent&sort=popular$/);
  });

  test('has no entry in the history for each digit of a year that is typed', async () => {
    const page = await open('/admin/audit');
    const day = page.getByLabel('From');
    await day.waitFor();
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await day.pressSequentially('03102026');
    await page.waitForURL(/\?from=2026-03-10$/);
    expect(await entries()).toBe(before);
  });

  test("belongs to one list: a late page isn't added to another one", async () => {
    const page = await open('/browse');
    const items = page.locator('[data-list-items] > li');
    await page.locator('html[data-app=ready]').waitFor();
    const more = await holdFirst(page, /\/api\/v1\/prompts\?.*cursor=/, 'GET');
    await page.getByRole('link', { name: 'Load more' }).click();
    await more.asked;
    const category = page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: /^Career/ });
    await category.click();
    await expect.poll(() => items.count()).toBeLessThan(24);
    const count = await items.count();
    await more.release();
    await nextTasks(page);
    expect(await items.count()).toBe(count);
  });
});

describe('text typed during a save', () => {
  test('stays in the settings, as a change that is not saved yet', async () => {
    const page = await open('/admin/settings');
    const name = page.getByLabel('Site name');
    const save = page.getByRole('button', { name: 'Save Settings' });
    const first = await holdFirst(page, '**/api/v1/admin/settings', 'PUT');
    await name.fill('First name');
    await save.click();
    await first.asked;
    await name.fill('Second name');
    await page.getByLabel('Support email').fill('help@example.com');
    await first.release();
    await page.getByText('Settings saved successfully!').waitFor();
    await nextTasks(page);
    expect(await name.inputValue()).toBe('Second name');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await save.click();
    expect((await sent).postDataJSON()).toEqual({
      site_name: 'Second name',
      support_email: 'help@example.com',
      expected: { site_name: 'First name', support_email: expect.any(String) },
    });
  });

  test('stays in the rules of comments', async () => {
    const page = await open('/admin/comments');
    const words = page.getByLabel('Words that hold a comment');
    const save = await holdFirst(page, '**/api/v1/admin/comment-rules', 'PUT');
    await words.fill('casino');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await save.asked;
    await words.fill('casino\nlottery');
    await save.release();
    await page.getByText('Settings saved successfully!').waitFor();
    await nextTasks(page);
    expect(await words.inputValue()).toBe('casino\nlottery');
  });

  test('keeps an editor open, for an existing record and a new one', async () => {
    const page = await open('/admin/prompts?q=Plan+a+week');
    await page.getByRole('button', { name: 'Edit Plan a week' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit Prompt' });
    const update = await holdFirst(page, '**/api/v1/admin/prompts/*', 'PATCH');
    await editing.getByLabel('Description').fill('Sent');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await update.asked;
    await editing.getByLabel('Description').fill('Sent, and more');
    await update.release();
    await page.getByText('Prompt updated successfully!').waitFor();
    await nextTasks(page);
    expect(await editing.getByLabel('Description').inputValue()).toBe('Sent, and more');
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await editing.waitFor({ state: 'detached' });
    const read = (name: 'prompts' | 'categories', column: 'title' | 'name', value: string) =>
      browser.site.db
        .selectFrom(name)
        .select('description')
        .where(column as never, '=', value as never)
        .execute();
    expect(await read('prompts', 'title', 'Plan a week')).toEqual([{ description: 'Sent, and more' }]);

    // The editor opens even before it is known whether categories are enabled.
    const settings = await holdFirst(page, '**/api/v1/admin/settings', 'GET');
    await page.goto('/admin/categories');
    await settings.asked;
    await page.getByRole('button', { name: 'Add Category' }).click();
    await settings.release();
    const adding = page.getByRole('dialog', { name: 'Add Category' });
    await expectFocused(adding.getByLabel('Name'));
    // A field's error is set before it gets the focus, so that screen readers announce it.
    const heard = page.evaluate(
      () =>
        new Promise<string | undefined>((tell) =>
          document.addEventListener('focusin', ({ target }) => {
            if (!(target instanceof HTMLInputElement) || target.name !== 'name') return;
            tell(document.getElementById(target.getAttribute('aria-describedby') ?? '')?.textContent);
          }),
        ),
    );
    await adding.getByRole('button', { name: 'Add Category' }).click();
    expect(await heard).toBe('Enter a name');
    const create = await holdFirst(page, '**/api/v1/admin/categories', 'POST');
    await adding.getByLabel('Name').fill('Gardens');
    await adding.getByRole('button', { name: 'Add Category' }).click();
    await create.asked;
    await adding.getByLabel('Description').fill('Typed later');
    await create.release();
    await page.getByText('Category added').waitFor();
    await nextTasks(page);
    await adding.getByRole('button', { name: 'Add Category' }).click();
    await adding.waitFor({ state: 'detached' });
    expect(await read('categories', 'name', 'Gardens')).toEqual([{ description: 'Typed later' }]);
  });

  test('stays in a comment, and in the text of one’s own version', async () => {
    const page = await open('/prompt/plan');
    const comment = page.getByLabel('Write a comment');
    // The comment is pending until the list has been read again.
    const post = await holdFirst(page, '**/api/v1/prompts/plan/comments', 'POST');
    await comment.fill('Works well');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await post.asked;
    await comment.fill('Works well for me');
    await post.release();
    await page
      .getByRole('article', { name: /^Comment by/ })
      .getByText('Works well')
      .waitFor();
    await nextTasks(page);
    expect(await comment.inputValue()).toBe('Works well for me');

    const body = { prompt: 'plan', text: 'First' };
    const { body: mine } = await browser.site.api('POST', '/api/v1/my-versions', {
      token: admin.token,
      body,
    });
    await page.goto(`/my-versions/${mine.id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const text = page.getByLabel('Text');
    const save = await holdFirst(page, '**/api/v1/my-versions/*', 'PATCH');
    await text.fill('Sent');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await save.asked;
    await text.fill('Sent, and more');
    await save.release();
    await page.getByText('Your version has been saved.').waitFor();
    await nextTasks(page);
    expect(await text.inputValue()).toBe('Sent, and more');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('region', { name: 'Text' }).getByText('Sent, and more').waitFor();
  });
});

test('a collection created before the list has loaded is in it, and a half-typed name stays', async () => {
  const page = await open('/prompt/plan', { expectedFaults: /status of 503/ });
  const list = await holdFirst(page, /\/api\/v1\/collections\?.*prompt=plan/, 'GET');
  const create = await holdFirst(page, '**/api/v1/collections', 'POST');
  await page.getByRole('button', { name: 'Add to a collection' }).click();
  await list.asked;
  const sheet = page.getByRole('dialog', { name: 'Add to a collection' });
  const name = sheet.getByLabel('New collection');
  await name.fill('Fresh');
  await sheet.getByRole('button', { name: 'Create and add' }).click();
  await create.asked;
  await name.fill('Another');
  const added = page.waitForResponse((response) => /\/collections\/[^/]+\/items$/.test(response.url()));
  await create.release();
  await added;
  await nextTasks(page);
  await list.release();
  await sheet.getByRole('checkbox', { name: 'Fresh', checked: true }).waitFor();
  expect(await name.inputValue()).toBe('Another');

  // A list stays visible while it reloads during a change of a checkbox.
  await sheet.getByRole('button', { name: 'Done' }).click();
  const again = await holdFirst(page, /\/api\/v1\/collections\?.*prompt=plan/, 'GET');
  const toggle = await holdFirst(page, '**/api/v1/collections/*/items/*', 'DELETE');
  await page.getByRole('button', { name: 'Add to a collection' }).click();
  await again.asked;
  await sheet.getByRole('checkbox', { name: 'Fresh', checked: true }).click();
  await toggle.asked;
  await nextTasks(page);
  expect(await sheet.getByRole('checkbox', { name: 'Fresh', checked: false }).count()).toBe(1);
  await Promise.all([toggle.release(), again.release()]);

  // An item that couldn't be added isn't shown as checked.
  const error = 'Nothing can be added for a moment.';
  await page.route(
    '**/api/v1/collections/*/items',
    (route) => route.fulfill({ status: 503, json: { error, code: 'unavailable' } }),
    { times: 1 },
  );
  await sheet.getByRole('checkbox', { name: 'Fresh', checked: false }).click();
  await page.getByText(error).waitFor();
  await sheet.getByRole('checkbox', { name: 'Fresh', checked: false }).waitFor();
  expect(await sheet.getByText('0 items').count()).toBe(1);
});

test('lists that came while a favorite was on its way have it afterwards', async () => {
  const page = await open('/playbooks');
  const favorite = page.getByRole('button', { name: 'Favorite Launch', exact: true });
  const favorites = page.getByLabel('Show favorites only');
  const added = await holdFirst(page, '**/api/v1/playbooks/launch/favorite', 'PUT', true);
  await favorite.click();
  await added.asked;
  await favorites.check();
  await page.getByText('No playbooks found').waitFor();
  await added.release();
  await page.getByText('1 playbook', { exact: true }).waitFor();

  const removed = await holdFirst(page, '**/api/v1/playbooks/launch/favorite', 'DELETE', true);
  await favorite.click();
  await removed.asked;
  await favorites.uncheck();
  const answer = page.waitForResponse(/\/api\/v1\/playbooks\?sort=popular/);
  await page.getByRole('button', { name: 'Popular', exact: true }).click();
  await answer;
  await expect.poll(() => favorite.getAttribute('aria-pressed')).toBe('true');
  await removed.release();
  await expect.poll(() => favorite.getAttribute('aria-pressed')).toBe('false');
});

const copying = ['Copy', 'Open in', 'Copy as template'];
test.each(copying)('a text changed while its page was open is shown, and named: %s', async (way) => {
  const [before, after] = ['Say it shortly to {{whom}}.', 'Say it to {{audience}}.'];
  const { slug } = await buildPrompt(browser.site, { title: 'Say it', prompt_body: before });
  const page = await open(`/prompt/${slug}`);
  await page.getByText('Say it shortly to').waitFor();
  await browser.site.db.updateTable('prompts').set({ prompt_body: after }).where('slug', '=', slug).execute();
  const isInMenu = way === 'Copy as template';
  if (isInMenu) await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole(isInMenu ? 'menuitem' : 'button', { name: way, exact: true }).click();
  if (way === 'Open in') {
    await page.context().route(/claude/, (route) => route.fulfill({ body: 'The tool' }));
    const tab = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Claude' }).click();
    await (await tab).close();
  }
  await page.getByText('This prompt has changed since you opened it.').waitFor();
  await page.getByLabel('Audience').waitFor();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(after);
  expect(await page.getByText('Say it shortly to').count()).toBe(0);
});

test('categories stay where the last move put them', async () => {
  const page = await open('/admin/categories');
  const list = page.getByRole('list', { name: 'Categories' });
  const moves = list.getByRole('button', { name: /^Move .* down$/ });
  await moves.first().waitFor();
  const order = async () => (await moves.evaluateAll((all) => all.map((move) => move.ariaLabel))).slice(0, 3);
  const [one, two, three] = await order();
  const first = await holdFirst(page, '**/api/v1/admin/categories/order', 'PUT');
  await moves.first().click();
  await first.asked;
  const second = await holdFirst(page, '**/api/v1/admin/categories/order', 'PUT');
  await moves.nth(1).click();
  await expect.poll(order).toEqual([two, three, one]);
  await first.release();
  await second.asked;
  await nextTasks(page);
  expect(await order()).toEqual([two, three, one]);
  await second.release();
});

test('a step stays as it was marked while what was typed is saved, and a copy has the new name', async () => {
  const { body: run } = await browser.site.api('POST', '/api/v1/playbooks/launch/runs', {
    token: admin.token,
    body: {},
  });
  const page = await open(`/runs/${run.id}`);
  const box = page.getByRole('checkbox', { name: 'Step 1 is done' });
  const steps = '**/api/v1/runs/*/steps/*';
  const typed = await holdFirst(page, steps, 'PUT');
  await page.getByLabel('Result').fill('They sell tea.');
  await typed.asked;
  await box.click();
  const ticked = await holdFirst(page, steps, 'PUT');
  await typed.release();
  await ticked.asked;
  await nextTasks(page);
  expect(await box.isChecked()).toBe(true);
  await box.click();
  await ticked.release();
  await page.getByText('0 of 1 done').waitFor();

  const order: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && order.push('copy'));
  page.on('requestfinished', (request) => request.method() === 'PATCH' && order.push('renamed'));
  const rename = await holdFirst(page, '**/api/v1/runs/*', 'PATCH', true);
  await page.getByLabel('Name of this run').fill('Tea launch');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await nextTasks(page);
  await rename.release();
  await expect.poll(() => page.getByLabel('Name of this run').inputValue()).toBe('Copy of Tea launch');
  expect(order.slice(0, 2)).toEqual(['renamed', 'copy']);
});

test('signing out does not wait for the server, and leads to /signin once', async () => {
  const page = await open('/pricing');
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('textbox', { name: 'Password' }).waitFor();
  };
  const visit = async () => {
    const logout = await holdFirst(page, '**/auth/v1/logout*', 'POST');
    await signOut();
    await logout.asked;
    const length = await page.evaluate(() => history.length);
    await logout.release();
    await nextTasks(page);
    expect(new URL(page.url()).pathname).toBe('/signin');
    expect(await page.evaluate(() => history.length)).toBe(length);
  };
  await visit();
  await signIn(page, admin, '/dashboard');
  await visit();
});

test('a choice that was changed elsewhere, and changed back, is not an unsaved one', async () => {
  const member = await buildMember(browser.site);
  const change = (email_news: boolean) =>
    browser.site.api('PATCH', '/api/v1/profile', { token: member.token, body: { email_news } });
  await change(true);
  const page = await browser.open();
  await signIn(page, member, '/settings');
  const box = page.getByLabel('Email me news from this site');
  await expect.poll(() => box.isChecked()).toBe(true);
  await change(false);
  await lookAgain(page);
  await expect.poll(() => box.isChecked()).toBe(false);
  // Leaving the page stores what is unsaved.
  await page.goto('/robots.txt');
  await change(true);
  await page.goto('/settings');
  await expect.poll(() => box.isChecked()).toBe(true);
  expect(await page.getByText('Your unsaved changes are back.').count()).toBe(0);
});
