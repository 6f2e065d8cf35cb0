import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { desktop, expectFocused, signIn, withBrowser } from '../harness/browser.ts';
import { buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';

// Saving and creating while the network comes and goes.
const browser = withBrowser({
  async prepare(site) {
    await buildPrompt(site, { slug: 'letter', title: 'Letter', prompt_body: 'Dear {{name}}' });
    const prompts = [{ type: 'manual', title: 'Ask', prompt_body: 'Study {{product}}.' }];
    await buildStep(site, await buildPlaybook(site, { slug: 'launch', title: 'Launch' }), { prompts });
  },
});
let member: Awaited<ReturnType<typeof buildMember>>;
beforeAll(async () => {
  member = await buildMember(browser.site);
});
const call = async (method: string, path: string, body?: object) =>
  (await browser.site.api(method, `/api/v1${path}`, { token: member.token, ...(body ? { body } : {}) })).body;
const open = async (path: string) => {
  const page = await browser.open({
    fresh: true,
    expectedFaults: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 503/,
  });
  await signIn(page, member, path);
  return page;
};

/** Makes saves at `address` fail until the connection is back. */
async function cutOff(page: Page, address: string) {
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  return {
    async stayAtQuestion(link: string) {
      await page.getByText("The site can't be reached").first().waitFor();
      const leaving = page.getByRole('link', { name: link, exact: true });
      await leaving.click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
      await expectFocused(leaving);
    },
    async reconnect() {
      await page.unroute(address);
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    },
  };
}

test('the notes and the name of a collection are saved with the connection back, and not left before', async () => {
  const { id } = await call('POST', '/collections', { name: 'Drafts' });
  await call('POST', `/collections/${id}/items`, { target_type: 'prompt', slug: 'letter' });
  const page = await open(`/collections/${id}`);
  const network = await cutOff(page, '**/api/v1/collections/**');
  await page.getByLabel('Note', { exact: true }).fill('Typed on the train.');
  await network.stayAtQuestion('All collections');
  await page.getByLabel('Note on Letter').fill('In the tunnel.');
  await page.getByLabel('Name of this collection').fill('Still drafts');
  await page.getByLabel('Name of this collection').blur();
  await network.reconnect();
  const kept = async () => {
    const { name, note, items } = await call('GET', `/collections/${id}`);
    return [name, note, items[0].note];
  };
  await expect.poll(kept).toEqual(['Still drafts', 'Typed on the train.', 'In the tunnel.']);
  await page.getByRole('link', { name: 'All collections' }).click();
  await page.waitForURL('**/collections');
});

test('a save that fails after the connection is back is sent again', async () => {
  const { id } = await call('POST', '/collections', { name: 'Just late' });
  const page = await open(`/collections/${id}`);
  const asked = Promise.withResolvers<void>();
  const back = Promise.withResolvers<void>();
  let isBack = false;
  await page.route('**/api/v1/collections/*', async (route) => {
    if (isBack || route.request().method() === 'GET') return route.continue();
    asked.resolve();
    await back.promise;
    await route.abort();
  });
  await page.getByLabel('Note', { exact: true }).fill('Typed on the train.');
  await asked.promise;
  const online = page.evaluate(
    () => new Promise<void>((done) => addEventListener('online', () => done(), { once: true })),
  );
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await online;
  isBack = true;
  back.resolve();
  await expect.poll(async () => (await call('GET', `/collections/${id}`)).note).toBe('Typed on the train.');
});

test('refused changes of a collection are undone, and a failed undo of a removal can be repeated', async () => {
  const { id } = await call('POST', '/collections', { name: 'Undone' });
  const item = { target_type: 'prompt', slug: 'letter', note: 'Mine' };
  await call('POST', `/collections/${id}/items`, item);
  await call('POST', `/collections/${id}/items`, { target_type: 'playbook', slug: 'launch' });
  const page = await open(`/collections/${id}`);
  const titles = () => page.getByRole('listitem').getByRole('heading').allTextContents();
  for (const [button, change] of [
    ['Move Letter down', 'PATCH'],
    ['Remove Letter', 'DELETE'],
  ] as const) {
    const error = `${change} is not possible for a moment.`;
    const refused = { status: 503, json: { error, code: 'unavailable' } };
    await page.route('**/items/*', (route) => route.fulfill(refused), { times: 1 });
    await page.getByRole('button', { name: button }).click();
    await page.getByText(error).waitFor();
    await expect.poll(titles).toEqual(['Letter', 'Launch']);
  }
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Remove Letter' }).click();
  await expect
    .poll(async () => (await call('GET', `/collections/${id}`)).items)
    .toMatchObject([{ slug: 'launch' }]);
  await page.route('**/items', (route) => route.abort());
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText("The site can't be reached").first().waitFor();
  await page.unroute('**/items');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await call('GET', `/collections/${id}`)).items)
    .toMatchObject([{ slug: 'letter', note: 'Mine' }, { slug: 'launch' }]);
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
});

test('the name of a run, and name and values of an own version, are saved with the connection back', async () => {
  const run = await call('POST', '/playbooks/launch/runs');
  const own = await call('POST', '/my-versions', { prompt: 'letter' });
  const page = await open(`/runs/${run.id}`);
  const cutRun = await cutOff(page, '**/api/v1/runs/*');
  await page.getByLabel('Name of this run').fill('Named in a tunnel');
  await cutRun.stayAtQuestion('Launch');
  await cutRun.reconnect();
  await expect.poll(async () => (await call('GET', `/runs/${run.id}`)).name).toBe('Named in a tunnel');

  await page.goto(`/my-versions/${own.id}`);
  const cutOwn = await cutOff(page, '**/api/v1/my-versions/*');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
  await cutOwn.stayAtQuestion('All my versions');
  await page.getByLabel('Name of this version').fill('Letter to Ada');
  await page.getByLabel('Name of this version').blur();
  await cutOwn.reconnect();
  const kept = async () => {
    const { name, values } = await call('GET', `/my-versions/${own.id}`);
    return [name, values];
  };
  await expect.poll(kept).toEqual(['Letter to Ada', { name: 'Ada' }]);
  await page.getByRole('link', { name: 'All my versions' }).click();
  await page.waitForURL('**/my-versions');
});

test("a record whose answer was lost isn't created twice", async () => {
  const maker = await buildMember(browser.site);
  const total = async (path: string) =>
    (await browser.site.api('GET', `/api/v1/${path}`, { token: maker.token })).body.total;
  const page = await browser.open({ expectedFaults: /ERR_FAILED/ });
  await signIn(page, maker, '/prompt/letter');
  const isLost = (url: URL) => /\/(my-versions|runs|collections|keys)$/.test(url.pathname);
  const loseAnswers = () =>
    page.route(isLost, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await route.fetch();
      await route.abort();
    });
  const twice = async (name: string, address: RegExp) => {
    await loseAnswers();
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByText("The site can't be reached").last().waitFor();
    await page.unroute(isLost);
    await page.getByRole('button', { name, exact: true }).click();
    await page.waitForURL(address);
  };
  await twice('Make my version', /\/my-versions\//);
  await page.goto('/playbook/launch');
  await twice('Start', /\/runs\//);
  await page.goto('/collections');
  await page.getByLabel('New collection').fill('Once');
  await twice('Create', /\/collections\//);
  await page.goto('/settings/keys');
  await page.getByLabel('Name').fill('Once');
  await twice('Create key', /\/keys$/);
  await page.getByRole('textbox', { name: 'Your new key' }).waitFor();
  const totals = ['my-versions', 'runs', 'collections', 'keys'].map(total);
  expect(await Promise.all(totals)).toEqual([1, 1, 1, 1]);
});

test('a value that is restored after a lost response is saved again', async () => {
  const run = await call('POST', '/playbooks/launch/runs');
  const own = await call('POST', '/my-versions', { prompt: 'letter' });
  const changes = new RegExp(`/(${run.id}(/steps/0)?|${own.id})$`);
  for (const [path, label, read] of [
    [`runs/${run.id}`, 'Product', ({ values }) => values.product],
    [`runs/${run.id}`, 'Result', ({ steps }) => steps[0].result],
    [`my-versions/${own.id}`, 'Name', ({ values }) => values.name],
  ] as [string, string, (of: Awaited<ReturnType<typeof call>>) => string | undefined][]) {
    const page = await open(`/${path}`);
    const value = page.getByRole('textbox', { name: label, exact: true });
    const stored = async () => read(await call('GET', `/${path}`));
    await value.fill('Ada');
    await expect.poll(stored).toBe('Ada');
    await page.route(changes, async (route) => {
      if (route.request().method() !== 'GET') await route.fetch();
      await route.abort();
    });
    await value.fill('Eve');
    await page.getByText("The site can't be reached").first().waitFor();
    expect(await stored()).toBe('Eve');
    await page.unroute(changes);
    await value.fill('Ada');
    await expect.poll(stored).toBe('Ada');
  }
});

test('text typed after lost answers stays when the page is left, and is saved on the next visit', async () => {
  const run = await call('POST', '/playbooks/launch/runs');
  const own = await call('POST', '/my-versions', { prompt: 'letter' });
  const changes = new RegExp(`/(${run.id}|${own.id})$`);
  for (const [path, label, nameLabel, back] of [
    [`runs/${run.id}`, 'Product', 'Name of this run', 'Launch'],
    [`my-versions/${own.id}`, 'Name', 'Name of this version', 'All my versions'],
  ] as const) {
    const page = await open(`/${path}`);
    const fields = [
      page.getByRole('textbox', { name: label, exact: true }),
      page.getByLabel(nameLabel, { exact: true }),
    ];
    const stored = async () => {
      const { name, values } = await call('GET', `/${path}`);
      return [values[label.toLowerCase()], name];
    };
    const fill = async (text: string) => {
      for (const field of fields) await field.fill(text);
    };
    let isStored = true;
    await page.route(changes, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      if (isStored) await route.fetch();
      await route.abort();
    });
    await fill('Eve');
    await expect.poll(stored).toEqual(['Eve', 'Eve']);
    isStored = false;
    await fill('Evelyn');
    const drafts = () =>
      page.evaluate(
        () => Object.values(localStorage).filter((draft) => draft.includes('"mine":"Evelyn"')).length,
      );
    await expect.poll(drafts).toBe(2);
    await page.getByRole('link', { name: back, exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Your changes stay in this browser').waitFor();
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await page.goto(`/${path}`);
    for (const field of fields) await expect.poll(() => field.inputValue()).toBe('Evelyn');
    await page.unroute(changes);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect.poll(stored).toEqual(['Evelyn', 'Evelyn']);
    await expect.poll(drafts).toBe(0);
  }
});

test("a ticked checkbox doesn't flip back before it is saved", async () => {
  const page = await browser.open();
  // Simulates a busy browser, in which timers fire later.
  await page.addInitScript(() => {
    const start = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, milliseconds = 0) => start(run, milliseconds + 100),
    });
  });
  await signIn(page, member, '/prompt/letter');
  await page.getByRole('button', { name: 'Add to a collection' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add to a collection' });
  await sheet.getByLabel('New collection').fill('Ticked');
  // It only opens from the bottom edge on phones.
  const { y = 0, height = 0 } = (await sheet.boundingBox()) ?? {};
  expect(y + height).toBeLessThan(desktop.height - 20);
  await sheet.getByRole('button', { name: 'Create and add' }).click();
  const box = sheet.getByRole('checkbox', { name: 'Ticked', checked: true });
  const isChecked = await box.evaluate((input: HTMLInputElement) => {
    input.click();
    // The next task, as soon as the browser could paint.
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(input.checked);
      port2.postMessage(null);
    });
  });
  expect(isChecked).toBe(false);
  await sheet.getByRole('checkbox', { name: 'Ticked', checked: false }).waitFor();
});

test('what another device has saved stays while someone types on, even if it contains what was sent', async () => {
  const run = await call('POST', '/playbooks/launch/runs');
  const page = await open(`/runs/${run.id}`);
  const result = page.getByLabel('Result');
  await result.waitFor();
  await call('PUT', `/runs/${run.id}/steps/0`, { result: 'Before the middle and after.' });
  const sent = Promise.withResolvers<void>();
  const typed = Promise.withResolvers<void>();
  await page.route(
    '**/api/v1/runs/*/steps/0',
    async (route) => {
      const response = await route.fetch();
      sent.resolve();
      await typed.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await result.fill('the middle');
  await sent.promise;
  await result.fill('the middle, and more');
  typed.resolve();
  const kept = async () => (await call('GET', `/runs/${run.id}`)).steps[0].result.split('\n\n');
  await expect
    .poll(kept)
    .toEqual(['the middle, and more', expect.any(String), 'Before the middle and after.']);
  await expect.poll(() => result.inputValue()).toContain('Before the middle and after.');
});
