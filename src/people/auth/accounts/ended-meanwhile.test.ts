import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connections } from '#platform/database/database.server.ts';
import { createAuthenticator } from '#tests/harness/authenticator.ts';
import { buildAdmin, buildMember } from '#tests/harness/build.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import { createStrictProgram } from '#tests/harness/strict-program.ts';

// Ending the ways into an account must also end those that are being set up at that moment.

let site: TestSite;
let admin: { token: string };
let program: Awaited<ReturnType<typeof createStrictProgram>>;
beforeAll(async () => {
  site = await createTestSite();
  await setSetting(site, 'passkeys', 'true');
  await setSetting(site, 'email_sign_in', 'true');
  admin = await buildAdmin(site);
  program = await createStrictProgram(site, new URL(site.url).port);
});
afterAll(() => site.stop());

type Member = Awaited<ReturnType<typeof buildMember>>;
type Answer = { status: number };
const auth = (token: string, method: string, path: string, body?: object) =>
  site.api(method, `/auth/v1/${path}`, body === undefined ? { token } : { token, body });

/** Locks the account so that both requests wait, and then run one after the other. */
async function inOrder(
  { id }: Member,
  table: 'auth.users' | 'profiles',
  requests: (() => Promise<Answer>)[],
) {
  const client = await site.pool.connect();
  const running = new Set<Promise<unknown>>();
  const waiting = async () =>
    Number(
      (
        await site.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount,
    );
  await client.query('begin');
  await client.query(`select from ${table} where id = $1 for update`, [id]);
  const answers: Promise<Answer>[] = [];
  for (const request of requests) {
    const answer = request();
    answers.push(answer);
    running.add(answer);
    void answer.finally(() => running.delete(answer));
    // A request that doesn't wait is answered right away.
    await expect.poll(async () => (await waiting()) >= running.size).toBe(true);
  }
  await client.query('commit');
  client.release();
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** Prepares an authenticator app. @returns a function that verifies it */
async function prepareApp(token: string) {
  const { body } = await auth(token, 'POST', 'factors', { factor_type: 'totp' });
  const { body: challenge } = await auth(token, 'POST', `factors/${body.id}/challenge`);
  const code = new TOTP({ secret: Secret.fromBase32(body.totp.secret) }).generate();
  return () => auth(token, 'POST', `factors/${body.id}/verify`, { challenge_id: challenge.id, code });
}
const withApp = async () => {
  const member = await buildMember(site);
  const token = (await (await prepareApp(member.token))()).body.access_token as string;
  await emailsOf(site, member.email, 1);
  return { ...member, token };
};
const rowsOf = async ({ id }: Member, table: string) =>
  (await site.pool.query(`select from ${table} where user_id = $1`, [id])).rowCount;

const turnOff = ({ id }: Member) =>
  site.api('DELETE', `/api/v1/admin/members/${id}/two-factor`, { token: admin.token });
const newCodes = ({ token }: Member) => auth(token, 'POST', 'factors/recovery-codes');

test('recovery codes created just before two-factor sign-in is turned off are deleted with it', async () => {
  const member = await withApp();
  const made = await inOrder(member, 'auth.users', [() => newCodes(member), () => turnOff(member)]);
  expect(made).toEqual([200, 200]);
  for (const table of ['auth.factors', 'auth.recovery_codes', 'auth.sessions'])
    expect(await rowsOf(member, table), table).toBe(0);
});

test('no recovery codes are created once it is turned off', async () => {
  const member = await withApp();
  const made = await inOrder(member, 'auth.users', [() => turnOff(member), () => newCodes(member)]);
  expect(made).toEqual([200, 403]);
  expect(await rowsOf(member, 'auth.recovery_codes')).toBe(0);
});

/** Prepares a program's authorization request. @returns a function with which the member allows it */
async function prepareProgram({ token }: { token: string }) {
  const client = await program.register();
  const { location, cookies } = await program.ask(client, {}, 'a'.repeat(43));
  const uid = new URL(location, site.url).searchParams.get('request');
  const allowed = { token, body: { allow: true }, headers: { cookie: cookies } };
  return () => site.api('POST', `/api/v1/connections/requests/${uid}`, allowed);
}

/** Ways in that somebody could set up without having proved the address, by table. */
const setUps: Record<string, (member: Member) => Promise<() => Promise<Answer>>> = {
  async 'auth.passkeys'({ token }) {
    const { body } = await auth(token, 'POST', 'passkeys/registration/options', {});
    const credential = createAuthenticator({ origin: site.url }).create(body.options);
    return () =>
      auth(token, 'POST', 'passkeys/registration/verify', { challenge_id: body.challenge_id, credential });
  },
  'auth.factors':
    async ({ token }) =>
    () =>
      auth(token, 'POST', 'factors', { factor_type: 'totp' }),
  'auth.recovery_codes': async (member) => () => newCodes(member),
  api_keys:
    async ({ token }) =>
    () =>
      site.api('POST', '/api/v1/keys', { token, body: { name: 'Mine', scopes: ['library:read'] } }),
  oauth_records: prepareProgram,
};
/** The tables that wait for the member's row, not the account's. */
const ofMembers = ['api_keys', 'oauth_records'];

test.each(Object.entries(setUps))(
  'the owner who proves the address ends what is on its way into %s',
  async (table, prepare) => {
    const lock = ofMembers.includes(table) ? 'profiles' : 'auth.users';
    for (const isFirst of [true, false]) {
      const hasApp = table === 'auth.recovery_codes';
      const member = await (hasApp ? withApp() : buildMember(site));
      expect(
        (await site.authClient().signInWithOtp({ email: member.email })).error,
        'the email is sent',
      ).toBeNull();
      const { code } = await emailsOf(site, member.email, hasApp ? 2 : 1);
      const prove = () =>
        site.api('POST', '/auth/v1/verify', { body: { type: 'email', email: member.email, token: code } });
      const setUp = await prepare(member);
      const [one, other] = await inOrder(member, lock, isFirst ? [setUp, prove] : [prove, setUp]);
      expect(isFirst ? other : one).toBe(200);
      // A grant is written before it waits for the member, so either can come first.
      if (!isFirst && table !== 'oauth_records') expect(other).toBe(403);
      expect(await rowsOf(member, table)).toBe(0);
    }
  },
);

const endSessions =
  ({ id }: Member) =>
  async () => {
    await site.pool.query('delete from auth.sessions where user_id = $1', [id]);
    return { status: 200 };
  };

test("an authenticator app can't verify a session that has ended", async () => {
  const member = await buildMember(site);
  const show = await prepareApp(member.token);
  expect(await inOrder(member, 'auth.users', [show, endSessions(member)])).toEqual([403, 200]);
});

test("a program can't be connected from a session that has ended", async () => {
  const member = await buildMember(site);
  const allow = await prepareProgram(member);
  expect(await inOrder(member, 'profiles', [allow, endSessions(member)])).toEqual([403, 200]);
  expect(await rowsOf(member, 'oauth_records')).toBe(0);
});

test('a program that is allowed as often as there are connections at the same moment is named in each email', async () => {
  const member = await buildMember(site);
  const allow = await prepareProgram(member);
  const answers = await inOrder(member, 'profiles', Array(connections.members).fill(allow));
  expect(new Set(answers)).toEqual(new Set([200]));
  const told = async () => (await site.emails()).filter((email) => email.includes(`To: ${member.email}`));
  await expect.poll(told).toHaveLength(connections.members);
  for (const email of await told()) expect(email.replaceAll('=\r\n', '')).toContain('Test program');
});

test.each([
  ['a password', { password: 'a-password-of-somebody-else' }],
  ['another address', { email: 'somebody-else@example.com' }],
])('%s that is chosen once the session has ended is not taken', async (_, change) => {
  const member = await buildMember(site);
  const choose = () => auth(member.token, 'PUT', 'user', change);
  expect(await inOrder(member, 'auth.users', [choose, endSessions(member)])).toEqual([403, 200]);
  const { rows } = await site.pool.query('select new_email from auth.users where id = $1', [member.id]);
  expect(rows).toEqual([{ new_email: null }]);
  const { error } = await site.authClient().signInWithPassword(member);
  expect(error).toBeNull();
});

test('two requests at once that each add to the metadata of an account both do', async () => {
  const member = await buildMember(site);
  const service = await site.services.auth.tokens.createServiceToken();
  const own = (data: object) => () => auth(member.token, 'PUT', 'user', { data });
  const asAdmin = (user_metadata: object) => () =>
    auth(service, 'PUT', `admin/users/${member.id}`, { user_metadata });
  for (const [add, way] of [
    [own, 'own'],
    [asAdmin, 'admin'],
  ] as const) {
    const added = await inOrder(member, 'auth.users', [
      add({ [`${way} theme`]: 1 }),
      add({ [`${way} size`]: 2 }),
    ]);
    expect(added).toEqual([200, 200]);
  }
  expect((await auth(member.token, 'GET', 'user')).body.user_metadata).toEqual({
    'own theme': 1,
    'own size': 2,
    'admin theme': 1,
    'admin size': 2,
  });
});
