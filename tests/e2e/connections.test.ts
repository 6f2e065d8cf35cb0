import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  isInView,
  phone,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildAdmin } from '../harness/build.ts';
import type { TestSite } from '../harness/site.ts';
import { startSmtpListener } from '../mail/smtp-listener.ts';
import { startModelStandIn } from '../model/stand-in.ts';

const password = 'p@ss word';
const wrongPassword = 'my own guess';
const wrongKey = 'sk-mistyped';
let listener: Awaited<ReturnType<typeof startSmtpListener>>;
let model: Awaited<ReturnType<typeof startModelStandIn>>;
const listening = (async () => {
  listener = await startSmtpListener({ withPassword: true });
  model = await startModelStandIn();
})();
afterAll(() => Promise.all([listener.stop(), model.stop()]));

type Look = { viewport: typeof phone; colorScheme: 'light' | 'dark' };
const looks: (Look & { name: string })[] = [
  { name: 'on a light desktop', viewport: desktop, colorScheme: 'light' },
  { name: 'on a dark phone', viewport: phone, colorScheme: 'dark' },
];

/** @returns an admin's settings page, and the responses that it received */
async function openSettings(
  { site, open }: { site: TestSite; open: ReturnType<typeof withBrowser>['open'] },
  { viewport, colorScheme }: Look,
) {
  const admin = await buildAdmin(site);
  // Refusals by the site or by a server behind it.
  const page = await open({ viewport, colorScheme, expectedFaults: /status of (403|422|502)/ });
  const sent: Promise<string>[] = [];
  page.on('response', (answer) => sent.push(answer.text().catch(() => '')));
  await signIn(page, admin, '/admin/settings');
  await page.getByRole('heading', { name: 'Email', exact: true }).waitFor();
  const section = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  return {
    admin,
    page,
    email: section('Email'),
    here: section('Run here'),
    /** Everything that the browser knows or has received. */
    known: async () =>
      [
        ...(await Promise.all(sent)),
        await page.content(),
        await page.evaluate(() => JSON.stringify({ ...localStorage })),
      ].join('\n'),
  };
}

async function save(page: Page) {
  const saving = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  expect((await saving).status()).toBe(200);
  await page.getByRole('button', { name: 'Save Settings' }).waitFor();
}

describe('an owner who connects services on the page', () => {
  const browser = withBrowser({
    async environment() {
      await listening;
      return { PRIVATE_HOSTS: '127.0.0.1' };
    },
  });
  beforeEach(async () => {
    const { token } = await buildAdmin(browser.site);
    const body = {
      smtp_host: null,
      smtp_port: 587,
      smtp_security: 'starttls',
      mail_from: null,
      llm_base_url: null,
    };
    expect((await browser.site.api('PUT', '/api/v1/admin/settings', { token, body })).status).toBe(200);
  });

  test.each(looks)(
    'mends a wrong password of the email server, and gets the test email, $name',
    async (look) => {
      const { page, admin, email, known } = await openSettings(browser, look);
      const field = (name: string) => email.getByLabel(name, { exact: true });
      await field('Email server').fill('http://mail.example.com');
      await page.getByRole('button', { name: 'Save Settings' }).click();
      const refusal = email.getByText('Enter a host name such as smtp.example.com');
      await refusal.waitFor();
      await expect.poll(() => isInView(refusal)).toBe(true);
      await expectAccessible(page);

      await field('Email server').fill('127.0.0.1');
      await field('Port').fill(String(listener.port));
      await field('Username').fill('promptory');
      await field('Password').fill(wrongPassword);
      await field('Sender').fill('Ink House <ink@example.com>');
      await email.getByText('Save your settings before you test them.').waitFor();
      await save(page);
      await email.getByText('A value is set. Leave blank to keep it.').waitFor();
      expect(await field('Password').inputValue()).toBe('');
      const test = email.getByRole('button', { name: 'Send me a test email' });
      await test.click();
      const reason = email.getByText(
        "Email couldn't be sent: the email server rejected the username or password (535 Wrong password)",
      );
      await reason.waitFor();
      await expect.poll(() => isInView(reason)).toBe(true);
      expect(listener.taken.some(({ recipients }) => recipients.includes(admin.email))).toBe(false);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await field('Password').fill(password);
      await save(page);
      // The earlier message was about the previous password.
      expect(await reason.count()).toBe(0);
      await test.click();
      await email.getByText(`The email server accepted a test email for ${admin.email}.`).waitFor();
      expect(listener.taken.at(-1)).toMatchObject({ recipients: [admin.email], user: 'promptory' });
      expect(listener.taken.at(-1)?.raw).toContain('From: Ink House <ink@example.com>');
      await expectAccessible(page);

      await page.reload();
      await email.getByText('A value is set. Leave blank to keep it.').waitFor();
      const everything = await known();
      expect(everything).toContain('Ink House');
      for (const secret of [password, wrongPassword]) expect(everything).not.toContain(secret);
    },
  );

  test.each(looks)('mends a wrong key of the language model, and gets its answer, $name', async (look) => {
    const { page, here, known } = await openSettings(browser, look);
    const field = (name: string) => here.getByLabel(name, { exact: true });
    const test = here.getByRole('button', { name: 'Test the model' });
    // There is no connected model to test yet.
    expect(await test.count()).toBe(0);
    await field('Model URL').fill('http://api.example.com/v1');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    const refusal = here.getByText('Use an https address');
    await refusal.waitFor();
    await expect.poll(() => isInView(refusal)).toBe(true);

    await field('Model URL').fill(model.environment.LLM_BASE_URL);
    await field('Model name').fill(model.environment.LLM_MODEL);
    await field('API key').fill(wrongKey);
    await save(page);
    await test.click();
    const reason = here.getByText(/rejected this site's API key.*HTTP 401: Incorrect API key provided/);
    await reason.waitFor();
    await expect.poll(() => isInView(reason)).toBe(true);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await field('API key').fill(model.environment.LLM_API_KEY);
    await here.getByText('Save your settings before you test them.').waitFor();
    await save(page);
    model.play({ text: 'OK' });
    await test.click();
    await here.getByText(new RegExp(`^${model.environment.LLM_MODEL} answered after .* s: OK$`)).waitFor();
    await expectAccessible(page);

    await page.reload();
    await here.getByText('A value is set. Leave blank to keep it.').waitFor();
    const everything = await known();
    expect(everything).toContain(model.environment.LLM_BASE_URL);
    for (const secret of [wrongKey, model.environment.LLM_API_KEY]) expect(everything).not.toContain(secret);
  });

  test.each(looks)('proves who they are once the sign-in is no longer recent, $name', async (look) => {
    const { page, admin, email } = await openSettings(browser, look);
    await sql`update auth.sessions set created_at = now() - interval '1 day' where user_id = ${admin.id}`.execute(
      browser.site.db,
    );
    const host = email.getByLabel('Email server', { exact: true });
    await host.fill('smtp.example.com');
    const press = () => page.getByRole('button', { name: 'Save Settings' }).click();
    await press();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: "Confirm that it's you" }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText("Failed to save settings: Confirm that it's you first").waitFor();
    expect([await dialog.count(), await host.inputValue()]).toEqual([0, 'smtp.example.com']);

    await press();
    await dialog.getByLabel('Password').fill('my own guess');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Incorrect password.').waitFor();
    await dialog.getByLabel('Password').fill(admin.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Settings saved successfully!').waitFor();
    expect(await dialog.count()).toBe(0);

    // For a while, no new confirmation is needed.
    await host.fill('mail.example.com');
    await save(page);
  });

  test('is given the usual port of the chosen encryption, and keeps one of their own', async () => {
    const { page, email } = await openSettings(browser, looks[0] as Look);
    const port = email.getByLabel('Port', { exact: true });
    const choose = async (encryption: string) => {
      await email.getByLabel('Encryption').selectOption(encryption);
      return port.inputValue();
    };
    expect(await choose('tls')).toBe('465');
    expect(await choose('starttls')).toBe('587');
    // There is no default port without encryption.
    expect(await choose('none')).toBe('587');
    await port.fill('2525');
    expect(await choose('tls')).toBe('2525');
    await email.getByLabel('Email server', { exact: true }).fill('smtp.example.com');
    await save(page);
    await page.reload();
    expect([await port.inputValue(), await email.getByLabel('Encryption').inputValue()]).toEqual([
      '2525',
      'tls',
    ]);
  });
});

describe('an owner whose server sets them', () => {
  const browser = withBrowser({
    async environment() {
      await listening;
      return { SMTP_URL: listener.url, MAIL_FROM: 'Fixed <fixed@example.com>', ...model.environment };
    },
  });

  test.each(looks)('reads that, changes nothing, and can test both, $name', async (look) => {
    const { page, admin, email, here, known } = await openSettings(browser, look);
    await email
      .getByText("The email server is set in the environment (SMTP_URL). It can't be changed here.")
      .waitFor();
    await here
      .getByText("The model is set in the environment (LLM_BASE_URL). It can't be changed here.")
      .waitFor();
    for (const name of ['Email server', 'Username', 'Password'])
      expect(await email.getByLabel(name, { exact: true }).count()).toBe(0);
    for (const name of ['Model URL', 'Model name', 'API key'])
      expect(await here.getByLabel(name, { exact: true }).count()).toBe(0);
    const sender = email.getByLabel('Sender');
    expect([await sender.inputValue(), await sender.isEditable()]).toEqual([
      'Fixed <fixed@example.com>',
      false,
    ]);
    await email.getByRole('button', { name: 'Send me a test email' }).click();
    await email.getByText(`The email server accepted a test email for ${admin.email}.`).waitFor();
    model.play({ text: 'OK' });
    await here.getByRole('button', { name: 'Test the model' }).click();
    await here.getByText(/answered after .* s: OK$/).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const everything = await known();
    for (const secret of [password, encodeURIComponent(password), model.environment.LLM_API_KEY])
      expect(everything).not.toContain(secret);
  });
});
