import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, signIn, withBrowser } from '../harness/browser.ts';
import { buildAdmin, buildPrompt, buildTier } from '../harness/build.ts';

// The same page in two tabs of one admin, or used by two admins or editors.
const browser = withBrowser();
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  admin = await buildAdmin(browser.site);
});
const open = async (path: string, options: Parameters<typeof browser.open>[0] = {}) => {
  const page = await browser.open(options);
  await signIn(page, admin, path);
  // Not by its role, which it loses while a dialog is open.
  await page.locator('h1:visible').first().waitFor();
  return page;
};
const secondTab = async (page: Page, path: string) => {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  return tab;
};

test('prompts imported in two tabs at once are two prompts', async () => {
  const bodies = ['Water the roses in [season].', 'Translate a menu into Portuguese.'];
  const first = await open('/admin/prompts');
  const importing = (page: Page) => page.getByRole('dialog', { name: 'Import New Prompt' });
  const start = async (page: Page, body: string) => {
    await page.getByRole('button', { name: 'Add Prompt' }).click();
    await importing(page).getByLabel('Prompt', { exact: true }).fill(body);
  };
  const released = Promise.withResolvers<void>();
  const analyzed = Promise.withResolvers<void>();
  await first.route('**/functions/v1/analyze-prompt', async (route) => {
    const response = await route.fetch();
    analyzed.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  await start(first, bodies[0] ?? '');
  await importing(first).getByRole('button', { name: 'Import', exact: true }).click();
  await analyzed.promise;

  const second = await secondTab(first, '/admin/prompts');
  await start(second, bodies[1] ?? '');
  await importing(second).getByRole('button', { name: 'Import', exact: true }).click();
  await second.getByText('Prompt imported successfully!').waitFor();
  released.resolve();
  await first.getByText('Prompt imported successfully!').waitFor();
  const rows = await browser.site.db
    .selectFrom('prompts')
    .select('prompt_body')
    .where('prompt_body', 'in', bodies)
    .orderBy('prompt_body', 'desc')
    .execute();
  expect(rows.map(({ prompt_body }) => prompt_body)).toEqual(bodies);
});

const make = async (path: string, body: object) => {
  const { token } = admin;
  const { id } = (await browser.site.api('POST', `/api/v1/admin/${path}`, { token, body })).body;
  return {
    id: id as string,
    change: (change: object) =>
      browser.site.api('PATCH', `/api/v1/admin/${path}/${id}`, { token, body: change }),
    read: async () => (await browser.site.api('GET', `/api/v1/admin/${path}/${id}`, { token })).body,
  };
};
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

test('an own page that someone else has saved shows their text before it is published', async () => {
  const terms = await make('pages', { kind: 'terms' });
  await terms.change({ body: 'First words.' });
  const page = await open(`/admin/pages/${terms.id}`);
  await expect.poll(() => textOf(page).textContent()).toBe('First words.');
  await terms.change({ body: 'Their words.' });
  // Data that is a while old reloads when the tab becomes visible.
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect.poll(() => textOf(page).textContent()).toBe('Their words.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish new version' }).waitFor();
  expect(await terms.read()).toMatchObject({ published_version: 1, has_changes: false });
});

test('an own page waits with saving for the choice where both changed the same', async () => {
  const about = await make('pages', { kind: 'own' });
  const page = await open(`/admin/pages/${about.id}`, { expectedFaults: /status of 409/ });
  const save = page.getByRole('button', { name: 'Save draft' });
  await textOf(page).fill('My words.');
  await about.change({ body: 'Their words.' });
  await save.click();
  await page.getByRole('button', { name: 'Save my choices' }).waitFor();
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Use their version' }).click();
  await expect.poll(() => textOf(page).textContent()).toBe('Their words.');
  expect(await page.getByText('Save the draft before you publish it.').count()).toBe(0);
  await textOf(page).fill('Words of both.');
  await page.getByText('Save the draft before you publish it.').waitFor();
  await save.click();
  await page.getByText('Draft saved').waitFor();
  expect(await about.read()).toMatchObject({ body: 'Words of both.' });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Everything is published.').waitFor();
});

test('an own page can be saved again after an answer was lost', async () => {
  const privacy = await make('pages', { kind: 'privacy' });
  const page = await open(`/admin/pages/${privacy.id}`, { expectedFaults: /ERR_FAILED|status of 409/ });
  const save = () => page.getByRole('button', { name: 'Save draft' }).click();
  await textOf(page).fill('First words.');
  const one = `**/api/v1/admin/pages/${privacy.id}`;
  await page.route(one, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await save();
  await page.getByText("The site can't be reached").waitFor();
  await page.unroute(one);
  await textOf(page).fill('Second words.');
  await save();
  await page.getByText('Draft saved').waitFor();
  expect(await privacy.read()).toMatchObject({ body: 'Second words.' });
});

test('what was typed into an own page comes back when a restore is undone', async () => {
  const imprint = await make('pages', { kind: 'imprint' });
  const { updated_at } = (await imprint.change({ title: 'Imprint', body: 'First words.' })).body;
  const path = `/api/v1/admin/pages/${imprint.id}/publish`;
  await browser.site.api('POST', path, { token: admin.token, body: { updated_at } });
  const page = await open(`/admin/pages/${imprint.id}`);
  await expect.poll(() => textOf(page).textContent()).toBe('First words.');
  await page.getByLabel('Title').fill('About us');
  await textOf(page).fill('An hour of work.');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => textOf(page).textContent()).toBe('First words.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => textOf(page).textContent()).toBe('An hour of work.');
  expect(await page.getByLabel('Title').inputValue()).toBe('About us');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').waitFor();
  expect(await imprint.read()).toMatchObject({ title: 'About us', body: 'An hour of work.' });
});

test('an email to members keeps what somebody else has changed, and asks where both changed the same', async () => {
  const mailing = await make('mailings', {});
  const page = await open(`/admin/mailings/${mailing.id}`, { expectedFaults: /status of 409/ });
  const save = () => page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByLabel('Subject').waitFor();
  await mailing.change({ subject: 'Their subject' });
  await textOf(page).fill('My text.');
  await save();
  await page.getByText('Draft saved').waitFor();
  expect(await mailing.read()).toMatchObject({ subject: 'Their subject', body: 'My text.' });
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Their subject');

  await mailing.change({ subject: 'Their second subject' });
  await page.getByLabel('Subject').fill('My subject');
  await save();
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved changes' });
  await notice.getByRole('group', { name: 'Subject' }).waitFor();
  for (const name of ['Save draft', 'Send...', 'Send me a test'])
    expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Save my choices' }).click();
  await expect.poll(mailing.read).toMatchObject({ subject: 'My subject', body: 'My text.' });
});

test.each(['Yours', 'Theirs'])(
  'the recipients of an email are one value: %s, and not a mixture that nobody chose',
  async (choice) => {
    const mailing = await make('mailings', {});
    const before = { plans: [], seen: { is_within: true, days: 30 }, category: null };
    await mailing.change({ subject: 'Spring', segment: before });
    const page = await open(`/admin/mailings/${mailing.id}`, { expectedFaults: /status of 409/ });
    const seen = page.getByLabel('Last seen');
    await seen.selectOption({ label: 'In the last 7 days' });
    const theirs = { ...before, plans: ['none'], seen: null };
    const mine = { ...before, seen: { is_within: true, days: 7 } };
    await mailing.change({ segment: theirs });
    await page.getByRole('button', { name: 'Save draft' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved changes' });
    const asked = notice.getByRole('group', { name: 'Recipients' });
    await asked.getByText('Members on: Without a plan').waitFor();
    await asked.getByText('Last seen: In the last 7 days').waitFor();
    await asked.getByText(`${choice}:`).click();
    await notice.getByRole('button', { name: 'Save my choices' }).click();
    const isMine = choice === 'Yours';
    await expect.poll(mailing.read).toMatchObject({ segment: isMine ? mine : theirs });
    await expect.poll(() => seen.inputValue()).toBe(isMine ? 'within 7' : '');
    const withoutPlan = page.getByRole('button', { name: 'Without a plan' });
    expect(await withoutPlan.getAttribute('aria-pressed')).toBe(String(!isMine));
    await notice.waitFor({ state: 'detached' });
  },
);

test('a new plan that was created without an answer, and changed by somebody else, asks which name to keep', async () => {
  const page = await open('/admin/pricing', { expectedFaults: /ERR_FAILED|status of 409/ });
  await page.getByRole('button', { name: 'Add Tier' }).click();
  const modal = page.getByRole('dialog', { name: 'Create New Tier' });
  const [name, create] = [modal.getByLabel('Name'), modal.getByRole('button', { name: 'Create tier' })];
  await name.fill('Crew');
  await page.route('**/api/v1/admin/tiers', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await create.click();
  await page.getByText('Failed to create tier').waitFor();
  await page.unroute('**/api/v1/admin/tiers');
  const tiers = () => browser.site.db.selectFrom('tiers').select('id');
  const { id } = await tiers().where('name', '=', 'Crew').executeTakeFirstOrThrow();
  const body = { name: 'Their crew' };
  await browser.site.api('PATCH', `/api/v1/admin/tiers/${id}`, { token: admin.token, body });
  await name.fill('My crew');
  await create.click();
  await modal.getByRole('group', { name: 'Name' }).getByText('Theirs: Their crew').waitFor();
  expect(await create.isDisabled()).toBe(true);
  await modal.getByRole('button', { name: 'Save my choices' }).click();
  await page.getByText('Tier created successfully').waitFor();
  expect(await tiers().where('name', '=', 'My crew').execute()).toEqual([{ id }]);
});

test('a plan that is being edited stays open while another is opened, and the shortcut saves the one with the focus', async () => {
  const [one, other] = [await buildTier(browser.site), await buildTier(browser.site)];
  const page = await open('/admin/pricing');
  await page.getByRole('button', { name: `Edit ${one.name}` }).click();
  await page.getByLabel('Trial days').fill('7');
  await page.getByRole('button', { name: `Edit ${other.name}` }).click();
  await page.getByLabel('Trial days').nth(1).waitFor();
  const fields = page.getByLabel('Trial days');
  const places = await fields.evaluateAll((inputs) =>
    inputs.map((input) => (input as HTMLInputElement).value),
  );
  const place = places.indexOf('7');
  expect(place).not.toBe(-1);
  await fields.nth(1 - place).fill('9');
  await fields.nth(1 - place).press('Control+s');
  await page.getByText('Tier updated successfully').waitFor();
  await expect.poll(() => fields.count()).toBe(1);
  expect(await fields.inputValue()).toBe('7');
  const rows = await browser.site.db
    .selectFrom('tiers')
    .select(['id', 'trial_days'])
    .where('id', 'in', [one.id, other.id])
    .execute();
  expect(new Map(rows.map(({ id, trial_days }) => [id, trial_days]))).toEqual(
    new Map([
      [one.id, one.trial_days],
      [other.id, 9],
    ]),
  );
});

test('taking their version of a prompt’s title keeps what was changed in other fields, unsaved', async () => {
  const prompt = await buildPrompt(browser.site, { title: 'Plan a garden', description: 'Before' });
  const page = await open(`/admin/prompts?edit=${prompt.id}`, { expectedFaults: /status of 409/ });
  const editor = page.getByRole('dialog');
  const [title, description] = [editor.getByLabel('Title'), editor.getByLabel('Description')];
  const save = editor.getByRole('button', { name: 'Save Changes' });
  await title.fill('My title');
  await description.fill('My description');
  const path = `/api/v1/admin/prompts/${prompt.id}`;
  await browser.site.api('PATCH', path, { token: admin.token, body: { title: 'Their title' } });
  await save.click();
  await editor.getByRole('button', { name: 'Use their version' }).waitFor();
  // It would only be refused again.
  expect(await save.isDisabled()).toBe(true);
  await editor.getByRole('button', { name: 'Use their version' }).click();
  await expect.poll(() => title.inputValue()).toBe('Their title');
  expect(await description.inputValue()).toBe('My description');
  const read = async () => (await browser.site.api('GET', path, { token: admin.token })).body;
  expect(await read()).toMatchObject({ title: 'Their title', description: 'Before' });

  page.once('dialog', (asking) => void asking.accept());
  await page.reload();
  await page.getByText('Your unsaved changes are back.').waitFor();
  await expect.poll(() => description.inputValue()).toBe('My description');
  expect(await title.inputValue()).toBe('Their title');
  await save.click();
  await page.getByText('Prompt updated successfully!').waitFor();
  expect(await read()).toMatchObject({ title: 'Their title', description: 'My description' });
});

test.each([
  {
    place: 'settings',
    body: (name: string) => ({ site_name: name }),
    group: 'Site name',
    other: 'Support email',
  },
  {
    place: 'site',
    body: (name: string) => ({ brand: { site_name: name } }),
    group: 'Site name',
    other: 'Headline',
  },
])(
  'the name on /admin/$place that somebody else has changed too is asked about',
  async ({ place, body, group, other }) => {
    // The site's preview wraps its lines differently for another name.
    const page = await open(`/admin/${place}`, { expectedFaults: /status of 409|Layout shift/ });
    const name = page.getByLabel('Site name');
    const save = () => page.getByRole('button', { name: 'Save Settings' }).click();
    const path = `/api/v1/admin/${place}`;
    const { token } = admin;
    await name.fill(`Mine on ${place}`);
    await page.getByLabel(other, { exact: true }).fill('mine@example.com');
    await browser.site.api('PUT', path, { token, body: body('Theirs') });
    await save();
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved changes' });
    await notice.getByRole('group', { name: group }).waitFor();
    expect(await page.getByRole('button', { name: 'Save Settings' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Use their version' }).click();
    await expect.poll(() => name.inputValue()).toBe('Theirs');
    expect(await page.getByLabel(other, { exact: true }).inputValue()).toBe('mine@example.com');

    await name.fill(`Mine on ${place}`);
    await browser.site.api('PUT', path, { token, body: body('Theirs again') });
    await save();
    await notice.getByRole('button', { name: 'Save my choices' }).click();
    await page.getByText('Settings saved successfully').waitFor();
    const saved = (await browser.site.api('GET', '/api/v1/admin/settings', { token })).body;
    expect(saved.site_name).toBe(`Mine on ${place}`);
  },
);

test('of a section of /admin/site that two admins change, each keeps the fields of their own', async () => {
  const { token } = admin;
  const path = '/api/v1/admin/site';
  const read = async () => (await browser.site.api('GET', path, { token })).body;
  const change = async (hero: object) => {
    const body = { hero: { ...(await read()).hero, ...hero } };
    expect((await browser.site.api('PUT', path, { token, body })).status).toBe(200);
  };
  const page = await open('/admin/site', { expectedFaults: /status of 409|Layout shift/ });
  const headline = page.getByLabel('Headline', { exact: true });
  const save = page.getByRole('button', { name: 'Save Settings' });
  await headline.fill('My headline');
  await change({ text: 'Their text.' });
  await save.click();
  await page.getByText('Settings saved successfully').waitFor();
  expect((await read()).hero).toEqual({ headline: 'My headline', text: 'Their text.' });

  await headline.fill('My second headline');
  await change({ text: 'Their second text.' });
  page.once('dialog', (asking) => void asking.accept());
  await page.reload();
  await page.getByText('Your unsaved changes are back.').waitFor();
  await expect.poll(() => headline.inputValue()).toBe('My second headline');
  await save.click();
  await expect
    .poll(read)
    .toMatchObject({ hero: { headline: 'My second headline', text: 'Their second text.' } });

  await headline.fill('My third headline');
  await change({ headline: 'Their headline' });
  const figures = { mode: 'off', prompts: '5', playbooks: '6', users: '7' };
  await page.getByLabel('Prompts', { exact: true }).fill('8');
  await page.getByLabel('Show', { exact: true }).selectOption('Actual counts from this site');
  await browser.site.api('PUT', path, { token, body: { figures } });
  await save.click();
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved changes' });
  for (const [name, theirs, mine] of [
    ['Headline', 'Their headline', 'My third headline'],
    ['Figures: Show', 'No figures', 'Actual counts from this site'],
    ['Figures: Prompts', '5', '8'],
  ] as const) {
    const choice = notice.getByRole('group', { name, exact: true });
    await choice.getByText(`Theirs: ${theirs}`, { exact: true }).waitFor();
    await choice.getByText(`Yours: ${mine}`, { exact: true }).waitFor();
  }
  expect(await notice.getByRole('group').count()).toBe(3);
});

test('a password typed for one email server does not go to the one that another admin has set', async () => {
  const { token } = admin;
  const put = async (smtp_host: string, smtp_password: string) =>
    (
      await browser.site.api('PUT', '/api/v1/admin/settings', {
        token,
        body: { smtp_host, smtp_user: 'us', smtp_password },
      })
    ).status;
  expect(await put('mail.example.com', 'one')).toBe(200);
  const page = await open('/admin/settings', { expectedFaults: /status of 409/ });
  await page.getByLabel('Password', { exact: true }).fill('typed for the first server');
  expect(await put('mail.example.org', 'two')).toBe(200);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Another admin has set another server').waitFor();
  await expect
    .poll(() => page.getByLabel('Email server', { exact: true }).inputValue())
    .toBe('mail.example.org');
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
});
