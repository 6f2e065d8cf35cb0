import { expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin, buildPrompt } from '../harness/build.ts';
import { holdFirst } from '../harness/held-answers.ts';
import { startReceiver } from '../webhooks/receiver.ts';

const browser = withBrowser({ environment: async () => ({ PRIVATE_HOSTS: 'localhost' }) });

test('an owner adds a webhook, sees what it was sent, and sends it again', async () => {
  const receiver = await startReceiver();
  const page = await browser.open({ viewport: desktop, expectedFaults: /422/ });
  await signIn(page, await buildAdmin(browser.site), '/admin');
  await page.getByRole('main').getByRole('link', { name: 'Webhooks', exact: true }).last().click();
  await page.getByText('No webhooks yet').waitFor();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog');
  for (const [refused, problem] of [
    ['http://example.com/x', 'Use an address that starts with https://.'],
    ['https://10.0.0.1/hook', 'This address is in a private network.'],
  ] as const) {
    await form.getByLabel('Address').fill(refused);
    await form.getByRole('button', { name: 'Add webhook' }).click();
    await form.getByText(problem).waitFor();
    await expect.poll(() => form.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
  }
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByLabel('Comment posted').uncheck();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  page.once('dialog', (asking) => void asking.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await form.getByText('Your unsaved changes are back.').waitFor();
  await expect.poll(() => form.getByLabel('Address').inputValue()).toBe(receiver.url);
  expect(await form.getByLabel('Comment posted').isChecked()).toBe(false);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  receiver.expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue());
  await expectAccessible(page);
  const { title } = await buildPrompt(browser.site);
  await expect.poll(() => receiver.worked.map(({ data }) => data.title)).toEqual([title]);
  await page.getByRole('button', { name: 'Deliveries' }).click();
  const row = page.getByRole('dialog').getByRole('row', { name: /Item published/ });
  await row.getByText('Delivered').waitFor();
  await expectAccessible(page);
  await row.getByRole('button', { name: /Send again: Item published/ }).click();
  await expect.poll(() => receiver.attempts).toHaveLength(2);
  expect(receiver.worked).toHaveLength(1);
  await page.setViewportSize(phone);
  await expectNoSidewaysScroll(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect
    .poll(() => page.getByRole('link', { name: 'What messages contain' }).getAttribute('href'))
    .toBe('/api/docs#webhooks');
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
  await page.getByText(/^The previous secret works until \w{3} \d+, \d{4}, \d+:\d{2}/).waitFor();
  await page.getByRole('button', { name: `Turn off ${receiver.url}` }).click();
  await page.getByText('Off', { exact: true }).waitFor();
  await page.getByRole('button', { name: `Delete ${receiver.url}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
  await receiver.stop();
});

test('a webhook is added once and tested once, however often the keys or the button are pressed', async () => {
  const receiver = await startReceiver();
  const page = await browser.open();
  await signIn(page, await buildAdmin(browser.site), '/admin/webhooks');
  await page.getByText('No webhooks yet').waitFor();
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url().split('/').at(-1)));
  const release = await hold(page, /\/api\/v1\/admin\/webhooks$/);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const address = page.getByRole('dialog').getByLabel('Address');
  await address.fill(receiver.url);
  await address.press('Control+s');
  await expect.poll(() => sent).toContain('webhooks');
  await address.press('Control+s');
  // As if the keys were held down.
  await page.keyboard.down('Control');
  for (let count = 0; count < 3; count += 1) await page.keyboard.down('s');
  await page.keyboard.up('s');
  await page.keyboard.up('Control');
  release();
  receiver.expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue());
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'Send test' }).dblclick();
  await expect.poll(() => receiver.attempts.length).toBeGreaterThan(0);
  const again = page.getByRole('button', { name: /^Send again:/ });
  await again.dblclick();
  await expect.poll(() => receiver.attempts.length).toBeGreaterThan(1);
  expect(sent).toEqual(['webhooks', 'test', 'resend']);
  await receiver.stop();
});

test('a webhook whose answer was lost is added once, and what is typed during a save is saved too', async () => {
  const page = await browser.open({ expectedFaults: /ERR_FAILED/ });
  const admin = await buildAdmin(browser.site);
  await signIn(page, admin, '/admin/webhooks');
  const form = page.getByRole('dialog');
  const add = () => form.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await form.getByLabel('Address').fill('https://localhost:1/once');
  const all = '**/api/v1/admin/webhooks';
  await page.route(all, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await add();
  await page.getByText("The site can't be reached").waitFor();
  await page.unroute(all);
  const answer = await holdFirst(page, all, 'POST');
  await add();
  await answer.asked;
  await form.getByLabel('Note').fill('For the books');
  await answer.release();
  await page.getByText('Webhook saved').waitFor();
  expect(await form.getByLabel('Note').inputValue()).toBe('For the books');
  await add();
  await form.waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/);
  const { items } = (await browser.site.api('GET', '/api/v1/admin/webhooks', { token: admin.token })).body;
  expect(items.filter(({ url }: { url: string }) => url.endsWith('/once'))).toMatchObject([
    { note: 'For the books' },
  ]);
});

test('a webhook is added after a proof, once the sign-in is no longer recent', async () => {
  const page = await browser.open({ expectedFaults: /status of 403/ });
  const admin = await buildAdmin(browser.site);
  await signIn(page, admin, '/admin/webhooks');
  await browser.site.pool.query(
    "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
    [admin.id],
  );
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Address').fill('https://localhost:1/proved');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm that it's you" });
  await proof.getByLabel('Password').fill(admin.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/);
});
