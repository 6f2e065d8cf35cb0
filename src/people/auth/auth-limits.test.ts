import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTestSite } from '#tests/harness/site.ts';

const address = () => `${randomUUID()}@example.com`;

describe('limits', () => {
  test('are shared by all processes and counted per address, even with a forged header', async () => {
    const first = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
    const second = await createTestSite({ environment: { RATE_LIMITS: 'on' }, database: first.database });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 34; attempt += 1) {
      const site = attempt % 2 === 0 ? first : second;
      const headers = { 'x-forwarded-for': `10.0.0.${attempt}` };
      statuses.push(
        (await site.api('POST', '/auth/v1/recover', { body: { email: address() }, headers })).status,
      );
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(statuses.slice(30)).toEqual(Array(4).fill(429));
    await second.stop();
    await first.stop();
  });

  test("count passwords tried through a session, and don't affect other members", async () => {
    const limited = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
    const client = limited.authClient();
    const { data } = await client.signUp({ email: address(), password: 'a good password' });
    const token = data.session?.access_token ?? '';
    const guess = (password: string) => limited.api('PUT', '/auth/v1/user', { token, body: { password } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 32; attempt += 1) statuses.push((await guess('a good password')).status);
    expect(statuses).toEqual([...Array(30).fill(422), 429, 429]);
    expect((await client.refreshSession()).error).toBeNull();
    expect((await client.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
    await limited.stop();
  });

  test('allow one recovery email a minute, for known and unknown addresses alike', async () => {
    const limited = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
    const email = address();
    await limited.authClient().signUp({ email, password: 'a good password' });
    for (const to of [email, address()]) {
      const request = () => limited.api('POST', '/auth/v1/recover', { body: { email: to } });
      expect((await request()).status).toBe(200);
      const refused = await request();
      expect([refused.status, refused.body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await limited.stop();
  });

  test("for one kind of email don't affect others, so nobody can block a member's recovery link", async () => {
    const limited = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
    const email = address();
    await limited.authClient().signUp({ email, password: 'a good password' });
    for (const [path, body] of [
      ['resend', { type: 'email_change', email }],
      ['resend', { type: 'signup', email }],
      ['recover', { email }],
    ] as const)
      expect((await limited.api('POST', `/auth/v1/${path}`, { body })).status).toBe(200);
    const links = async () =>
      (await limited.emails()).filter((mail) => mail.includes('Subject: Set a new password for'));
    await expect.poll(links).toHaveLength(1);
    await limited.stop();
  });

  test('for refreshes stop guesses from an address, but no member behind it', async () => {
    const limited = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
    const client = limited.authClient();
    await client.signUp({ email: address(), password: 'a good password' });
    const guess = async () => {
      const body = { refresh_token: 'aaaaaaaaaaaa' };
      return (await limited.api('POST', '/auth/v1/token?grant_type=refresh_token', { body })).status;
    };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 152; attempt += 1) statuses.push(await guess());
    expect(statuses).toEqual([...Array(150).fill(400), 429, 429]);
    expect((await client.refreshSession()).error).toBeNull();
    await limited.stop();
  });

  test('for refreshes count texts far longer than a token before parsing them', async () => {
    const limited = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
    const client = limited.authClient();
    await client.signUp({ email: address(), password: 'a good password' });
    const send = async (length: number) => {
      const body = `{"refresh_token":"${'x'.repeat(length)}`;
      return (await limited.api('POST', '/auth/v1/token?grant_type=refresh_token', { body })).status;
    };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 152; attempt += 1) statuses.push(await send(5_000));
    expect(statuses).toEqual([...Array(150).fill(400), 429, 429]);
    expect(await send(12)).toBe(400);
    expect((await client.refreshSession()).error).toBeNull();
    await limited.stop();
  });

  test('for refreshes are counted per account', async () => {
    const limited = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
    const [client, other] = [limited.authClient(), limited.authClient()];
    for (const account of [client, other])
      await account.signUp({ email: address(), password: 'a good password' });
    for (let attempt = 0; attempt < 150; attempt += 1)
      expect((await client.refreshSession()).error).toBeNull();
    expect((await client.refreshSession()).error?.code).toBe('over_request_rate_limit');
    expect((await other.refreshSession()).error).toBeNull();
    await limited.stop();
  });

  test.each([
    ['signup', 30],
    ['token?grant_type=password', 150],
    ['token?grant_type=pkce', 90],
    ['recover', 30],
    ['otp', 30],
    ['resend', 30],
    ['verify', 30],
  ])('count what is asked of /%s before it is read', async (path, points) => {
    const limited = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
    const headers = { 'content-type': 'application/json' };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < points + 2; attempt += 1) {
      const answer = await fetch(`${limited.url}/auth/v1/${path}`, { method: 'POST', headers, body: '[[' });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(points).fill(400), 429, 429]);
    await limited.stop();
  });
});
