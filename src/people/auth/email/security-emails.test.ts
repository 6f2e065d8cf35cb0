import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { emailsOf } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

// Emails that tell an account's owner about changes to how they sign in.
let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

type Member = Awaited<ReturnType<typeof buildMember>>;
const put = ({ token }: { token: string }, body: object) => site.api('PUT', '/auth/v1/user', { token, body });
const textsTo = async (email: string) =>
  (await site.emails())
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => mail.replaceAll(/=\r?\n/g, ''));
async function clientOf(member: Member) {
  const client = site.authClient();
  await client.setSession(member.session);
  return client;
}
async function tokenOf(link: string) {
  const { headers } = await fetch(link, { redirect: 'manual' });
  return new URLSearchParams(headers.get('location')?.split('#')[1]).get('access_token') ?? '';
}

test('a member is emailed about a changed password, in their language, with what to do', async () => {
  const member = await buildMember(site);
  const change = { password: 'another password', current_password: member.password };
  expect((await put(member, change)).status).toBe(200);
  expect((await emailsOf(site, member.email, 1)).subject).toBe('Your password for Promptory was changed');
  expect((await textsTo(member.email))[0]).toContain('If not, choose');
  await site.db.updateTable('profiles').set({ locale: 'de' }).where('id', '=', member.id).execute();
  await site.api('POST', '/auth/v1/recover', { body: { email: member.email } });
  const token = await tokenOf((await emailsOf(site, member.email, 2)).link);
  expect((await put({ token }, { password: 'a third password' })).status).toBe(200);
  await expect
    .poll(async () => (await textsTo(member.email)).join())
    .toContain('Das Passwort deines Kontos bei Promptory wurde'); // cspell:disable-line
});

test('there is no email about the first password of an account', async () => {
  const member = await buildMember(site);
  await site.db.updateTable('auth.users').set({ password_hash: null }).where('id', '=', member.id).execute();
  expect((await put(member, { password: 'the first password' })).status).toBe(200);
  expect((await put(member, { password: 'the second password' })).status).toBe(200);
  await emailsOf(site, member.email, 1);
});

test('a member is emailed about an added and a removed authenticator app and new recovery codes', async () => {
  const member = await buildMember(site);
  const client = await clientOf(member);
  const prepared = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Never used' });
  await client.mfa.unenroll({ factorId: prepared.data?.id ?? '' });
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  if (data?.type !== 'totp') throw new Error('no app');
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
  const verified = await client.mfa.challengeAndVerify({ factorId: data.id, code });
  const token = verified.data?.access_token ?? '';
  expect((await emailsOf(site, member.email, 1)).subject).toBe(
    'A new authenticator app was added to your account at Promptory',
  );
  for (const path of ['recovery-codes', 'recovery-codes/regenerate'])
    expect((await site.api('POST', `/auth/v1/factors/${path}`, { token })).status).toBe(200);
  expect((await emailsOf(site, member.email, 2)).subject).toBe('New recovery codes for Promptory');
  // The email about the app covers only the codes that come with it.
  await site.api('DELETE', '/auth/v1/factors/recovery-codes', { token });
  await site.pool.query("update auth.factors set created_at = now() - interval '16 minutes' where id = $1", [
    data.id,
  ]);
  await site.api('POST', '/auth/v1/factors/recovery-codes', { token });
  expect((await emailsOf(site, member.email, 3)).subject).toBe('New recovery codes for Promptory');
  await client.mfa.unenroll({ factorId: data.id });
  await emailsOf(site, member.email, 4);
  expect((await textsTo(member.email)).join()).toContain(
    'An authenticator app was removed from your account at Promptory',
  );
});

test('a changed address is reported to the previous one', async () => {
  const member = await buildMember(site);
  const moved = `moved-${member.email}`;
  await put(member, { email: moved });
  const links = [await emailsOf(site, member.email, 1), await emailsOf(site, moved, 1)];
  for (const { link } of links) await tokenOf(link);
  const { subject } = await emailsOf(site, member.email, 2);
  expect(subject).toBe('Your email address at Promptory was changed');
  expect((await textsTo(member.email)).join()).toContain(`at Promptory is now ${moved}.`);
  expect(await textsTo(moved)).toHaveLength(1);
});
