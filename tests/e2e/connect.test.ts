import { expect, test } from 'vitest';
import {
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  phone,
  pressOnce,
  signIn,
  withBrowser,
} from '../harness/browser.ts';
import { buildMember } from '../harness/build.ts';
import { nextTasks } from '../harness/held-answers.ts';

const browser = withBrowser();

test('a member creates a key, sees it once, and revokes it', async () => {
  const member = await buildMember(browser.site, { level: 1 });
  const page = await browser.open({ viewport: desktop });
  await signIn(page, member, '/settings/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Enter a name.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByRole('textbox', { name: 'Your new key' }).inputValue();
  expect(key).toMatch(/^promptory_/);
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke Laptop' }).click();
  const revoke = page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' });
  await pressOnce(revoke, '**/api/v1/keys/*');
  await page.getByText('No keys yet.').waitFor();
  expect((await browser.site.api('GET', '/api/v1/prompts', { token: key })).status).toBe(401);
});

test('a member allows a program, and disconnects it', async () => {
  const { site } = browser;
  const member = await buildMember(site, { level: 1 });
  const redirect_uri = `${site.url}/healthz`;
  const registered = await site.api('POST', '/oauth/register', {
    body: { client_name: 'Notebook', redirect_uris: [redirect_uri], application_type: 'native' },
  });
  const page = await browser.open({ viewport: desktop });
  await signIn(page, member, '/robots.txt');
  const query = new URLSearchParams({
    client_id: registered.body.client_id,
    response_type: 'code',
    redirect_uri,
    scope: 'library:read library:copy',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  await page.goto(`/oauth/authorize?${query}`);
  await page.getByText('Notebook').waitFor();
  await page.getByText(`It acts as ${member.email}`).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/\/healthz\?code=/);
  const token = await site.api('POST', '/oauth/token', {
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: registered.body.client_id,
      code: new URL(page.url()).searchParams.get('code') ?? '',
      redirect_uri,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(token.status, token.text).toBe(200);
  await page.goto('/settings/connect');
  await page.getByText('Notebook').waitFor();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Disconnect Notebook' }).click();
  const disconnect = page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' });
  await pressOnce(disconnect, '**/api/v1/connections/*');
  await page.getByText('No programs yet.').waitFor();
});

test('a program outside the browser gets the answer, and the page says so', async () => {
  const { site } = browser;
  const member = await buildMember(site, { level: 1 });
  const redirect_uri = 'cursor://editor.example/oauth/callback';
  const registered = await site.api('POST', '/oauth/register', {
    body: { client_name: 'Editor', redirect_uris: [redirect_uri], application_type: 'native' },
  });
  const page = await browser.open({ viewport: desktop, expectedFaults: /status of (404|503)|cursor:/ });
  await signIn(page, member, '/robots.txt');
  const query = new URLSearchParams({
    client_id: registered.body.client_id,
    response_type: 'code',
    redirect_uri,
    scope: 'library:read library:copy',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const lookAway = () =>
    page.evaluate(() => {
      for (const value of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        for (const target of [document, window]) target.dispatchEvent(new Event('visibilitychange'));
      }
    });
  const expired = page.getByText('This request has expired');
  const requests = '**/api/v1/connections/requests/*';
  await page.route(requests, (route) => route.fulfill({ status: 503, body: 'away' }));
  await page.goto(`/oauth/authorize?${query}`);
  await page.getByText("This request couldn't be loaded").waitFor();
  await page.unroute(requests);
  await page.getByRole('button', { name: 'Try again' }).click();
  for (const answer of ['Allow', 'Deny']) {
    await page.getByText('Editor', { exact: true }).waitFor();
    await page.getByRole('button', { name: answer }).click();
    await page.getByText('Done. You can go back to Editor.').waitFor();
    await lookAway();
    await nextTasks(page);
    expect(await expired.count()).toBe(0);
    expect(await page.getByText('Done. You can go back to Editor.').count()).toBe(1);
    if (answer === 'Allow') await page.goto(`/oauth/authorize?${query}`);
  }
  // This request has been answered.
  await page.reload();
  await expired.waitFor();
});
