import { GoTrueClient } from '@supabase/auth-js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPrompt, buildTeam, buildTier } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

type Person = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
/** Another process on the same database. */
let other: TestSite;
/** A site with two admins, one of whom must remain. */
let alone: TestSite;
let admin: Person;
let support: Person;
let editor: Person;
beforeAll(async () => {
  site = await createTestSite();
  other = await createTestSite({ database: site.database });
  alone = await createTestSite();
  admin = await buildAdmin(site);
  support = await buildTeam(site, 'support');
  editor = await buildTeam(site, 'editor');
});
afterAll(async () => {
  await alone.stop();
  await other.stop();
  await site.stop();
});

const as = (who: Person, method: string, path: string, body?: unknown) =>
  site.api(method, `/api/v1/admin${path}`, { token: who.token, ...(body === undefined ? {} : { body }) });
const page = (who: Person, { id }: { id: string }) => as(who, 'GET', `/members/${id}`);
const profile = async (who: Person, from = site) =>
  (await from.api('GET', '/api/v1/profile', { token: who.token })).status;
const signIn = ({ email, password }: Person, at = site) =>
  at.authClient().signInWithPassword({ email, password });
/** Either process may send them. */
const emailsTo = async ({ email }: Person) =>
  [...(await site.emails()), ...(await other.emails())].filter((raw) => raw.includes(`To: ${email}`)).join();
/** Signs in the same person in the other process, which only accepts its own tokens. */
async function inOther(who: Person): Promise<Person> {
  const { session } = (await signIn(who, other)).data;
  if (!session) throw new Error('No session');
  return { ...who, session, token: session.access_token };
}

describe('a member\u2019s page', () => {
  test('shows plan, payments and activity to support and admins, and nothing to others', async () => {
    const tier = await buildTier(site, { name: 'Gold', access_level: 1 });
    const member = await buildMember(site, { tier });
    const prompt = await buildPrompt(site);
    await site.api('POST', `/api/v1/prompts/${prompt.slug}/copies`, { token: member.token });
    await site.api('POST', `/api/v1/prompts/${prompt.slug}/comments`, {
      token: member.token,
      body: { body: 'Good one' },
    });
    const { body } = await page(support, member);
    expect(body).toMatchObject({
      email: member.email,
      role: 'member',
      is_confirmed: true,
      is_proved: false,
      suspension: null,
      sign_in: { has_password: true, devices: 1 },
      plan: { name: 'Gold' },
      payments: [],
      activity: { copies: 1, comments: 1, votes: 0 },
      can: { give_plan: true, suspend: true, remove: true, assign_role: false },
    });
    expect(
      body.activity.recent.map((entry: { action: string; slug: string }) => [entry.action, entry.slug]),
    ).toEqual([
      ['commented', prompt.slug],
      ['copied', prompt.slug],
    ]);
    expect((await page(admin, member)).body.can.assign_role).toBe(true);
    expect((await page(editor, member)).status).toBe(403);
    expect((await page(member, member)).status).toBe(403);
  });

  test('gives a plan until a day, beside the paid one, and takes it back', async () => {
    const tier = await buildTier(site, { name: 'Silver', access_level: 2 });
    const member = await buildMember(site);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const given = await as(support, 'PUT', `/members/${member.id}/plan`, { tier_id: tier.id, until });
    expect(given.body).toMatchObject({
      plan: { name: 'Silver', source: 'complimentary', ends_at: until },
      complimentary: { tier_id: tier.id, name: 'Silver', until },
    });
    const gated = await buildPrompt(site, { tier_access: 2 });
    const copy = () => site.api('POST', `/api/v1/prompts/${gated.slug}/copies`, { token: member.token });
    expect((await copy()).status).toBe(200);
    const taken = await as(support, 'DELETE', `/members/${member.id}/plan`);
    expect(taken.body).toMatchObject({ plan: { name: 'Free' }, complimentary: null });
    expect((await copy()).status).toBe(403);
    const past = { tier_id: tier.id, until: '2020-01-01T00:00:00Z' };
    expect((await as(support, 'PUT', `/members/${member.id}/plan`, past)).status).toBe(422);
    const unknown = { tier_id: admin.id, until: null };
    expect((await as(support, 'PUT', `/members/${member.id}/plan`, unknown)).status).toBe(404);
  });

  test('suspends at once in every process, says so at sign-in, and lifts it', async () => {
    const member = await buildMember(site);
    const there = await inOther(member);
    const key = await site.api('POST', '/api/v1/keys', {
      token: member.token,
      body: { name: 'Mine', scopes: ['library:read'] },
    });
    const byKey = async () => (await other.api('GET', '/api/v1/prompts', { token: key.body.key })).status;
    expect([await profile(member), await profile(there, other), await byKey()]).toEqual([200, 200, 200]);
    const suspended = await as(support, 'PUT', `/members/${member.id}/suspension`, {
      until: null,
      note: 'Sends spam',
    });
    expect(suspended.body).toMatchObject({
      suspension: { until: null, note: 'Sends spam' },
      sign_in: { devices: 0 },
    });
    expect([await profile(member), await profile(there, other), await byKey()]).toEqual([401, 401, 401]);
    const refreshed = await new GoTrueClient({
      url: `${other.url}/auth/v1`,
      persistSession: false,
      autoRefreshToken: false,
    }).refreshSession({ refresh_token: member.session.refresh_token });
    expect(refreshed.error).not.toBeNull();
    const { error } = await signIn(member);
    expect([error?.code, error?.message]).toEqual([
      'user_banned',
      'This account is suspended. Contact support if you have questions.',
    ]);
    expect((await as(support, 'POST', `/members/${member.id}/emails`, { kind: 'reset' })).status).toBe(409);
    expect((await as(support, 'DELETE', `/members/${member.id}/suspension`)).body.suspension).toBeNull();
    // The note isn't kept for a later suspension, whoever imposes it.
    const note = site.db.selectFrom('profiles').select('suspension_note').where('id', '=', member.id);
    expect(await note.executeTakeFirst()).toEqual({ suspension_note: null });
    expect((await signIn(member)).error).toBeNull();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const timed = await as(support, 'PUT', `/members/${member.id}/suspension`, { until, note: '' });
    expect(timed.body.suspension).toEqual({ until, note: null });
    // An expired suspension doesn't block emails.
    await sql`update auth.users set banned_until = now() - interval '1 minute' where id = ${member.id}`.execute(
      site.db,
    );
    expect((await as(support, 'POST', `/members/${member.id}/emails`, { kind: 'reset' })).status).toBe(200);
  });

  test('signs out everywhere, and sends the emails again', async () => {
    const member = await buildMember(site);
    const there = await inOther(member);
    expect((await page(support, member)).body.sign_in.devices).toBe(2);
    const { body } = await as(support, 'POST', `/members/${member.id}/sign-out`);
    expect(body.sign_in.devices).toBe(0);
    expect([await profile(member), await profile(there, other)]).toEqual([401, 401]);
    const reset = await as(support, 'POST', `/members/${member.id}/emails`, { kind: 'reset' });
    expect(reset).toMatchObject({ status: 200, body: { id: member.id, is_in_outbox: true } });
    const confirmed = { kind: 'confirmation' };
    expect((await as(support, 'POST', `/members/${member.id}/emails`, confirmed)).status).toBe(409);
    await sql`update auth.users set email_confirmed_at = null where id = ${member.id}`.execute(site.db);
    expect((await as(support, 'POST', `/members/${member.id}/emails`, confirmed)).status).toBe(200);
    const sent = async () =>
      [...(await site.emails()), ...(await other.emails())].filter((email) =>
        email.includes(`To: ${member.email}`),
      );
    await expect.poll(async () => (await sent()).length).toBe(2);
    const texts = (await sent()).join('\n').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(texts).toMatch(/type=recovery/);
    expect(texts).toMatch(/type=signup/);
  });

  test('invites again whoever was invited, and asks others to confirm their address', async () => {
    const [invited, signedUp] = [await buildMember(site), await buildMember(site)];
    const makeNew = (member: Person, column: 'invited_at' | 'confirmation_sent_at') =>
      site.db
        .updateTable('auth.users')
        .set({ email_confirmed_at: null, [column]: new Date() })
        .where('id', '=', member.id)
        .execute();
    await makeNew(invited, 'invited_at');
    await makeNew(signedUp, 'confirmation_sent_at');
    for (const [member, type] of [
      [invited, 'invite'],
      [signedUp, 'signup'],
    ] as const) {
      await as(support, 'POST', `/members/${member.id}/emails`, { kind: 'confirmation' });
      const sent = async () =>
        [...(await site.emails()), ...(await other.emails())]
          .filter((email) => email.includes(`To: ${member.email}`))
          .map((email) => /type=(\w+)/.exec(email.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1]);
      await expect.poll(sent).toEqual([type]);
    }
  });

  test('deletes an account once its address is typed, comments stay', async () => {
    const member = await buildMember(site);
    const prompt = await buildPrompt(site);
    const path = `/api/v1/prompts/${prompt.slug}/comments`;
    await site.api('POST', path, { token: member.token, body: { body: 'I was here' } });
    const remove = (email: string) => as(support, 'DELETE', `/members/${member.id}`, { email });
    expect((await remove('somebody@example.com')).status).toBe(409);
    await site.api('PATCH', '/api/v1/profile', { token: member.token, body: { locale: 'de' } });
    expect((await remove(member.email.toUpperCase())).status).toBe(200);
    expect((await page(support, member)).status).toBe(404);
    expect((await signIn(member)).error?.code).toBe('invalid_credentials');
    const comments = await site.api('GET', path, { token: admin.token });
    expect(comments.body.items[0]).toMatchObject({ body: 'I was here', author: 'deleted user' });
    await expect.poll(() => emailsTo(member)).toContain('hat dein Konto'); // cspell:disable-line
  });

  test('deletes an account that was never confirmed without an email to its address', async () => {
    const member = await buildMember(site);
    const users = site.db.updateTable('auth.users').where('id', '=', member.id);
    await users.set({ email_confirmed_at: null }).execute();
    const { status } = await as(support, 'DELETE', `/members/${member.id}`, { email: member.email });
    expect(status).toBe(200);
    expect(await emailsTo(member)).toBe('');
  });
});

describe('people with a role', () => {
  const acts = (id: string): [string, string, unknown?][] => [
    ['PUT', `/members/${id}/suspension`, { until: null, note: '' }],
    ['POST', `/members/${id}/sign-out`],
    ['POST', `/members/${id}/emails`, { kind: 'reset' }],
    ['DELETE', `/members/${id}/plan`],
    ['DELETE', `/members/${id}`, { email: 'x' }],
  ];

  test("can't be managed by support, which can't change roles", async () => {
    for (const { id } of [admin, editor, await buildTeam(site, 'support')]) {
      for (const [method, path, body] of acts(id))
        expect({ path, status: (await as(support, method, path, body)).status }).toEqual({
          path,
          status: 403,
        });
      expect((await as(support, 'PUT', `/members/${id}/role`, { role: 'admin' })).status).toBe(403);
    }
    const own = await as(support, 'PUT', `/members/${support.id}/role`, { role: 'admin' });
    expect(own.status).toBe(403);
  });

  test('gain and lose their rights at once', async () => {
    const member = await buildMember(site);
    const { token } = await inOther(member);
    const made = () =>
      other.api('POST', '/api/v1/admin/prompts', { token, body: { title: 'Made', prompt_body: 'x' } });
    expect((await made()).status).toBe(403);
    await as(admin, 'PUT', `/members/${member.id}/role`, { role: 'editor' });
    expect((await made()).status).toBe(201);
    expect((await other.api('GET', '/api/v1/profile', { token })).body.can).toEqual({
      administer: false,
      edit_catalog: true,
      support_members: false,
    });
    expect((await as(member, 'GET', '/settings')).status).toBe(403);
    expect((await as(member, 'GET', '/users')).status).toBe(403);
    await as(admin, 'PUT', `/members/${member.id}/role`, { role: 'support' });
    expect((await made()).status).toBe(403);
    expect((await as(member, 'GET', '/users')).status).toBe(200);
    await as(admin, 'PUT', `/members/${member.id}/role`, { role: 'member' });
    expect((await as(member, 'GET', '/users')).status).toBe(403);
  });

  test('always include an admin who can sign in', async () => {
    const first = await buildAdmin(alone);
    const second = await buildAdmin(alone);
    await sql`update profiles set role = 'member' where email = 'admin@example.com'`.execute(alone.db);
    const ask = (who: Person, method: string, path: string, body: unknown) =>
      alone.api(method, `/api/v1/admin/members/${path}`, { token: who.token, body });
    const step = (who: Person) => ask(who, 'PUT', `${who.id}/role`, { role: 'member' });
    const suspend = (who: Person, whom: Person) =>
      ask(who, 'PUT', `${whom.id}/suspension`, { until: null, note: '' });
    // Of two admins who act on each other at the same moment, one remains.
    const both = await Promise.all([suspend(first, second), suspend(second, first)]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const [stays, gone] = both[0]?.status === 200 ? [first, second] : [second, first];
    expect((await step(stays)).status).toBe(409);
    expect((await suspend(stays, stays)).status).toBe(409);
    expect((await ask(stays, 'DELETE', stays.id, { email: stays.email })).status).toBe(409);
    await alone.api('DELETE', `/api/v1/admin/members/${gone.id}/suspension`, { token: stays.token });
    expect((await step(stays)).status).toBe(200);
  });
});
