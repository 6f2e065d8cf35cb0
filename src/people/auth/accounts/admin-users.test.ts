import { randomUUID } from 'node:crypto';
import { GoTrueAdminApi } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { buildAdmin, buildMember } from '#tests/harness/build.ts';
import { emailsOf } from '#tests/harness/sign-in.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
let admin: GoTrueAdminApi;
beforeAll(async () => {
  site = await createTestSite();
  const token = await site.services.auth.tokens.createServiceToken();
  admin = new GoTrueAdminApi({ url: `${site.url}/auth/v1`, headers: { Authorization: `Bearer ${token}` } });
});
afterAll(() => site.stop());

const address = () => `${randomUUID()}@example.com`;
const password = 'a good password';
/** The audit log's entries about an account by programs. */
const loggedFor = async (id: string) =>
  (
    await site.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_kind', '=', 'service')
      .where('target_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map(({ action }) => action);
const signIn = (email: string, word = password) =>
  site.authClient().signInWithPassword({ email, password: word });

describe('a program with the service role', () => {
  test("gets an error for pages that can't exist", async () => {
    await buildMember(site);
    expect((await admin.listUsers()).data.users).not.toEqual([]);
    expect((await admin.listUsers({ page: 1, perPage: 1 })).data.users).toHaveLength(1);
    for (const asked of [{ page: -1 }, { perPage: 5_000 }, { page: 1.5 }])
      expect((await admin.listUsers(asked)).error?.status).toBe(400);
  });

  test("doesn't verify the address that it sets", async () => {
    const { id, email } = await buildMember(site);
    const proved = async () =>
      (
        await site.db
          .selectFrom('auth.users')
          .select('email_verified_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).email_verified_at;
    await site.db
      .updateTable('auth.users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', id)
      .execute();
    await admin.updateUserById(id, { email, user_metadata: { city: 'London' } });
    expect(await proved()).not.toBeNull();
    // The program vouches that the address is theirs.
    await admin.updateUserById(id, { email: address(), email_confirm: true });
    expect(await proved()).not.toBeNull();
    await admin.updateUserById(id, { email: address() });
    expect(await proved()).toBeNull();
  });

  test('creates, finds, changes and deletes accounts', async () => {
    const email = address();
    const made = await admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { roles: ['editor'] },
    });
    expect(made.error).toBeNull();
    const id = made.data.user?.id ?? '';
    expect(made.data.user).toMatchObject({ email, app_metadata: { roles: ['editor'], provider: 'email' } });
    expect((await signIn(email)).data.user?.user_metadata).toEqual({ name: 'Ada' });
    expect((await admin.createUser({ email })).error?.code).toBe('email_exists');

    const moved = address();
    const changed = await admin.updateUserById(id, {
      email: moved,
      password: 'another password',
      user_metadata: { city: 'London' },
      app_metadata: { roles: [] },
    });
    expect(changed.data.user).toMatchObject({
      email: moved,
      user_metadata: { name: 'Ada', city: 'London' },
      app_metadata: { roles: [] },
    });
    const { data } = await signIn(moved, 'another password');
    const profile = await site.api('GET', '/api/v1/profile', { token: data.session?.access_token ?? '' });
    expect(profile.body.email).toBe(moved);
    await admin.updateUserById(id, { ban_duration: '24h' });
    expect((await signIn(moved, 'another password')).error?.code).toBe('user_banned');
    await admin.updateUserById(id, { ban_duration: 'none' });
    expect((await signIn(moved, 'another password')).error).toBeNull();

    // Changes are in the audit log, and reads aren't.
    const logged = await site.db
      .selectFrom('audit_log')
      .select(['action', 'area'])
      .where('actor_kind', '=', 'service')
      .where('target_id', '=', id)
      .orderBy('created_at')
      .execute();
    const change = { action: 'PUT /auth/v1/admin/users/{id}', area: 'users' };
    expect(logged).toEqual([{ action: 'POST /auth/v1/admin/users', area: 'users' }, change, change, change]);

    const { data: page } = await admin.listUsers({ page: 1, perPage: 1 });
    expect(page).toMatchObject({
      users: [{ id }],
      aud: 'authenticated',
      nextPage: 2,
      total: expect.any(Number),
    });
    expect((await admin.getUserById(id)).data.user?.email).toBe(moved);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
    expect((await signIn(moved, 'another password')).error?.code).toBe('invalid_credentials');
  });

  test('takes away what it sends as null', async () => {
    const metadata = { name: 'Ada', city: 'London' };
    const { data } = await admin.createUser({
      email: address(),
      user_metadata: metadata,
      app_metadata: metadata,
    });
    const changed = await admin.updateUserById(data.user?.id ?? '', {
      user_metadata: { city: null },
      app_metadata: { name: null },
    });
    expect(changed.data.user?.user_metadata).toEqual({ name: 'Ada' });
    expect(changed.data.user?.app_metadata).toEqual({
      city: 'London',
      provider: 'email',
      providers: ['email'],
    });
  });

  test('chooses the id of a new account, which nobody else has', async () => {
    const id = randomUUID();
    const made = await admin.createUser({ id, email: address(), password, email_confirm: true });
    expect(made.data.user).toMatchObject({ id, identities: [{ user_id: id }] });
    expect((await signIn(made.data.user?.email ?? '')).data.user?.id).toBe(id);
    const again = await admin.createUser({ id: id.toUpperCase(), email: address() });
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    for (const wrong of ['1', '00000000-0000-0000-0000-000000000000'])
      expect((await admin.createUser({ id: wrong, email: address() })).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
  });

  test('can fill both kinds of metadata, and the member signs in all the same', async () => {
    const full = { about: 'a'.repeat(limits.userMetadataBytes - 100) };
    const email = address();
    const { data } = await admin.createUser({ email, password, email_confirm: true, user_metadata: full });
    await admin.updateUserById(data.user?.id ?? '', { app_metadata: full });
    const { data: signedIn } = await signIn(email);
    const token = signedIn.session?.access_token;
    expect((await site.api('GET', '/api/v1/profile', { token })).status).toBe(200);
    expect((await admin.getUserById(data.user?.id ?? '')).data.user?.app_metadata).toMatchObject(full);
  });

  test('a new password ends the sessions of the account', async () => {
    const member = await buildMember(site);
    await admin.updateUserById(member.id, { password });
    expect((await site.api('GET', '/api/v1/profile', { token: member.token })).status).toBe(401);
  });

  test('a ban ends the sessions of the account, and none of its tokens work', async () => {
    const member = await buildMember(site);
    const ask = async () =>
      (await site.api('PUT', '/auth/v1/user', { token: member.token, body: { data: {} } })).body.error_code;
    await site.pool.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
      member.id,
    ]);
    expect(await ask()).toBe('user_banned');
    await site.db
      .updateTable('profiles')
      .set({ suspension_note: 'Spam' })
      .where('id', '=', member.id)
      .execute();
    await admin.updateUserById(member.id.toUpperCase(), { ban_duration: 'none' });
    expect(await ask()).toBeUndefined();
    const kept = site.db.selectFrom('profiles').select('suspension_note').where('id', '=', member.id);
    expect(await kept.executeTakeFirst()).toEqual({ suspension_note: null });
    expect(await loggedFor(member.id)).toEqual(['PUT /auth/v1/admin/users/{id}']);
    await admin.updateUserById(member.id, { ban_duration: '24h' });
    await admin.updateUserById(member.id, { ban_duration: 'none' });
    expect(await ask()).toBe('session_not_found');
  });

  test("can't delete the last admin, nor make anyone an admin", async () => {
    const { body } = await site.api('GET', '/api/v1/admin/users', { token: (await buildAdmin(site)).token });
    const admins = body.items.filter(({ role }: { role: string }) => role === 'admin');
    const outcomes = [];
    for (const { id } of admins) outcomes.push((await admin.deleteUser(id)).error?.status ?? 200);
    expect(outcomes.at(-1)).toBe(409);
    const { id: last } = admins.at(-1);
    // The id is also recognized in capitals, and an admin who can't sign in yet doesn't count as another one.
    expect((await admin.deleteUser(last.toUpperCase())).error?.status).toBe(409);
    const invited = (await admin.createUser({ email: address() })).data.user?.id ?? '';
    await site.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', invited).execute();
    expect((await admin.deleteUser(last)).error?.status).toBe(409);
    expect((await admin.updateUserById(last, { ban_duration: '8760h' })).error?.status).toBe(409);
    expect((await admin.getUserById(last)).data.user?.id).toBe(last);
    const made = await admin.createUser({ email: address(), app_metadata: { role: 'admin' } });
    const profile = await site.db
      .selectFrom('profiles')
      .select('role')
      .where('id', '=', made.data.user?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(profile.role).toBe('member');
  });

  test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)('creates a link for %s', async (type) => {
    const email = type === 'recovery' || type === 'magiclink' ? (await buildMember(site)).email : address();
    const { data, error } = await admin.generateLink({ type, email, password } as { type: 'signup' } & Record<
      'email' | 'password',
      string
    >);
    expect(error).toBeNull();
    expect(data.properties).toMatchObject({
      verification_type: type,
      email_otp: expect.stringMatching(/^\d{6}$/),
    });
    const redeemed = await site
      .authClient()
      .verifyOtp({ type, token_hash: data.properties?.hashed_token ?? '' });
    expect(redeemed.data.user?.email).toBe(email);
  });

  test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)('makes a code for %s', async (type) => {
    const email = type === 'recovery' || type === 'magiclink' ? (await buildMember(site)).email : address();
    const { data } = await admin.generateLink({ type, email, password } as { type: 'signup' } & Record<
      'email' | 'password',
      string
    >);
    const token = data.properties?.email_otp ?? '';
    const client = site.authClient();
    const wrong = token === '000000' ? '000001' : '000000';
    expect((await client.verifyOtp({ type, email, token: wrong })).error?.code).toBe('otp_expired');
    expect((await client.verifyOtp({ type, email, token })).data.user?.email).toBe(email);
    expect((await client.verifyOtp({ type, email, token })).error?.code).toBe('otp_expired');
  });

  test.each(['other', 'constructor'])('is told that there is no link of the type %s', async (type) => {
    const { error } = await admin.generateLink({ type: type as 'invite', email: address() });
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: `Invalid email action link type requested: ${type}`,
    });
  });

  test('creates both links and codes for a change of address', async () => {
    const { id, email } = await buildMember(site);
    const newEmail = address();
    const create = async (type: 'email_change_current' | 'email_change_new') =>
      (await admin.generateLink({ type, email, newEmail })).data.properties;
    const [current, fresh] = [await create('email_change_current'), await create('email_change_new')];
    const client = site.authClient();
    await client.verifyOtp({ type: 'email_change', token_hash: current?.hashed_token ?? '' });
    const token = fresh?.email_otp ?? '';
    const done = await client.verifyOtp({ type: 'email_change', email: newEmail, token });
    expect(done.data.user?.email).toBe(newEmail);
    expect(await loggedFor(id)).toEqual([
      'POST /auth/v1/admin/generate_link',
      'POST /auth/v1/admin/generate_link',
    ]);
  });

  test('invalidates the link to another new address', async () => {
    const { email } = await buildMember(site);
    const linkTo = async (type: 'email_change_current' | 'email_change_new', newEmail: string) =>
      (await admin.generateLink({ type, email, newEmail })).data.properties?.hashed_token ?? '';
    const former = await linkTo('email_change_new', address());
    await linkTo('email_change_current', address());
    const redeemed = await site.authClient().verifyOtp({ type: 'email_change', token_hash: former });
    expect(redeemed.error?.code).toBe('otp_expired');
  });

  test('invites someone', async () => {
    const email = address();
    const { id = '' } = (await admin.inviteUserByEmail(email)).data.user ?? {};
    expect((await admin.inviteUserByEmail(email)).data.user?.email).toBe(email);
    expect(await loggedFor(id)).toEqual(['POST /auth/v1/invite', 'POST /auth/v1/invite']);
    expect((await emailsOf(site, email, 2)).subject).toContain("You're invited");
    expect((await admin.inviteUserByEmail((await buildMember(site)).email)).error?.code).toBe('email_exists');
  });

  test('removes a lost second factor', async () => {
    const member = await buildMember(site);
    const { id } = await site.db
      .insertInto('auth.factors')
      .values({ user_id: member.id, status: 'verified', secret_encrypted: Buffer.from('x') })
      .returning('id')
      .executeTakeFirstOrThrow();
    const opens = async () => (await site.api('GET', '/api/v1/profile', { token: member.token })).status;
    expect(await opens()).toBe(403);
    const { data } = await admin.mfa.listFactors({ userId: member.id });
    expect(data?.factors).toMatchObject([{ id, status: 'verified', factor_type: 'totp' }]);
    expect((await admin.mfa.deleteFactor({ userId: member.id, id })).error).toBeNull();
    expect(await opens()).toBe(200);
  });

  test.each([
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password: '123' }, 422, 'weak_password'],
    [{ email: 'a@example.com', ban_duration: 'forever' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', user_metadata: { text: 'x'.repeat(5_000) } }, 422, 'validation_failed'],
    [{ phone: '+15550100' }, 400, 'phone_provider_disabled'],
    [{ email: 'a@example.com', role: 'admin' }, 400, 'validation_failed'],
    [
      {
        email: 'a@example.com',
        password_hash: '$2y$10$hash',
      },
      400,
      'validation_failed',
    ],
  ])('is refused %o', async (attributes, status, code) => {
    expect((await admin.createUser(attributes)).error).toMatchObject({ status, code });
    const { id, email } = await buildMember(site);
    const change = {
      ...attributes,
      ...('email' in attributes && attributes.email !== 'nobody' && { email }),
    };
    expect((await admin.updateUserById(id, change)).error).toMatchObject({ status, code });
  });

  test('accepts only the role that every account has', async () => {
    const { data } = await admin.createUser({ email: address(), role: 'authenticated' });
    expect(data.user?.role).toBe('authenticated');
  });
});
