import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '#tests/harness/authenticator.ts';
import { buildMember } from '#tests/harness/build.ts';
import { emailsOf, setSetting } from '#tests/harness/sign-in.ts';
import { createSocialSite } from '#tests/social/social-site.ts';

let all: Awaited<ReturnType<typeof createSocialSite>>;
beforeAll(async () => {
  all = await createSocialSite();
  await setSetting(all.site, 'passkeys', 'true');
  await setSetting(all.site, 'email_sign_in', 'true');
});
afterAll(() => all.stop());

type Ready = { userId: string; signIn: () => Promise<unknown> };

async function readyByPasskey(): Promise<Ready> {
  const { id, token } = await buildMember(all.site);
  const authenticator = createAuthenticator({ origin: all.site.url });
  const post = (path: string, body: object, caller?: string) =>
    all.site.api('POST', `/auth/v1/passkeys/${path}`, { body, ...(caller ? { token: caller } : {}) });
  const made = (await post('registration/options', {}, token)).body;
  const credential = authenticator.create(made.options);
  await post('registration/verify', { challenge_id: made.challenge_id, credential }, token);
  const { challenge_id, options } = (await post('authentication/options', {})).body;
  const used = authenticator.use(options);
  return {
    userId: id,
    signIn: async () =>
      (await post('authentication/verify', { challenge_id, credential: used })).body.user.id,
  };
}

async function readyByEmail(way: 'link' | 'code'): Promise<Ready> {
  const { id, email } = await buildMember(all.site);
  await all.site.authClient().signInWithOtp({ email, options: { emailRedirectTo: all.target } });
  const { link, code } = await emailsOf(all.site, email, 1);
  const client = all.site.authClient();
  const fragment = async () =>
    (await fetch(link, { redirect: 'manual' })).headers.get('location')?.split('#')[1] ?? '';
  return {
    userId: id,
    signIn: async () =>
      way === 'code'
        ? (await client.verifyOtp({ email, token: code, type: 'email' })).data.user?.id
        : (await client.getUser(new URLSearchParams(await fragment()).get('access_token') ?? '')).data.user
            ?.id,
  };
}

async function readyByProvider(): Promise<Ready> {
  const person = all.newPerson();
  const { session } = await all.signIn('google', person);
  return {
    userId: session?.user.id ?? '',
    signIn: async () => (await all.signIn('google', person)).session?.user.id,
  };
}

test.each([
  ['a passkey', 'auth.passkeys', readyByPasskey],
  ['a link', 'auth.one_time_tokens', () => readyByEmail('link')],
  ['a code', 'auth.one_time_tokens', () => readyByEmail('code')],
  ['a provider', 'auth.identities', readyByProvider],
] as const)(
  'signing in by %s and a change of the same account never stop each other',
  async (_way, table, ready) => {
    const { userId, signIn } = await ready();
    const { answer } = await all.site.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('auth.users').select('id').where('id', '=', userId).forUpdate().execute();
      const answer = signIn();
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await all.site.pool.query(waiting)).rowCount).toBe(1);
      // The sign-in waits for the account and must not hold what the change goes on to.
      await transaction
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', userId)
        .forUpdate()
        .noWait()
        .execute();
      return { answer };
    });
    expect(await answer).toBe(userId);
  },
);
