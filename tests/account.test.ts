import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as team from '#owner/members/words/messages.ts';
import * as own from '#people/members/words/messages.ts';
import {
  buildAdmin,
  buildMember,
  buildPlaybook,
  buildPrompt,
  buildStep,
  buildTier,
} from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

type Member = Awaited<ReturnType<typeof buildMember>>;
let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await buildTier(site, { name: 'Pro', price: 1_200, access_level: 1 });
});
afterAll(() => site.stop());

const exported = async ({ token }: Member) =>
  (await site.api('GET', '/api/v1/profile/export', { token })).body;
const remove = ({ token }: Member, password: string) =>
  site.api('DELETE', '/api/v1/profile', { token, body: { password } });
const start = ({ token }: Member, body: object) =>
  site.api('POST', '/functions/v1/create-checkout-session', { token, body });
const idOf = (url: string) => new URL(url).searchParams.get('id');
const pay = ({ token }: Member, url: string) =>
  site.api('POST', `/api/v1/sandbox/checkouts/${idOf(url)}`, { token, body: { outcome: 'pay' } });

describe('the export', () => {
  test('of a new account has its profile and sessions, and nothing else', async () => {
    const member = await buildMember(site);
    expect(await exported(member)).toEqual({
      profile: {
        id: member.id,
        email: member.email,
        display_name: null,
        bio: null,
        tier_name: null,
        locale: null,
        email_notifications: true,
        email_news: true,
        weekly_digest: false,
        email_replies: true,
        email_bounced_at: null,
        email_bounce_reason: null,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        user_metadata: {},
      },
      votes: [],
      favorites: [],
      comments: [],
      comment_reports: [],
      copies: [],
      purchases: [],
      subscriptions: [],
      invoices: [],
      refunds: [],
      payments: [],
      progress: [],
      identities: [],
      sessions: [expect.objectContaining({ aal: 'aal1', user_agent: expect.any(String) })],
      devices: [{ device: 'Another program', seen_at: expect.any(String) }],
      passkeys: [],
      factors: [],
      gifts: [],
      runs: [],
      collections: [],
      consents: [],
      emails: [],
      keys: [],
      programs: [],
      outcomes: [],
      history: [],
      results: [],
      my_versions: [],
      values: [],
    });
  });

  test('has everything a member has done and paid, items by their addresses, amounts in cents', async () => {
    const member = await buildMember(site);
    const { token } = member;
    const [prompt, playbook] = [
      await buildPrompt(site, { slug: 'an-exported-prompt' }),
      await buildPlaybook(site, {
        slug: 'an-exported-guide',
        tier_access: 2,
        is_purchasable: true,
        price: 1_500,
      }),
    ];
    await buildStep(site, playbook, { prompts: [{ type: 'manual', title: 'x', prompt_body: 'y' }] });
    const emails = {
      email_notifications: true,
      email_news: false,
      weekly_digest: true,
      email_replies: false,
    };
    await site.api('PATCH', '/api/v1/profile', {
      token,
      body: { display_name: 'Ada', bio: 'Counts.', ...emails },
    });
    await pay(member, (await start(member, { type: 'playbook', playbookId: playbook.id })).body.url);
    await pay(member, (await start(member, { type: 'subscription', tierId: 1 })).body.url);
    for (const [path, slug] of [
      ['prompts', prompt.slug],
      ['playbooks', playbook.slug],
    ] as const) {
      await site.api('PUT', `/api/v1/${path}/${slug}/vote`, { token });
      await site.api('PUT', `/api/v1/${path}/${slug}/favorite`, { token });
      await site.api('POST', `/api/v1/${path}/${slug}/comments`, { token, body: { body: `on ${slug}` } });
    }
    await site.api('POST', `/api/v1/prompts/${prompt.slug}/copies`, { token });
    await site.api('POST', `/api/v1/playbooks/${playbook.slug}/steps/0/prompts/0/copies`, { token });
    await site.api('PUT', `/api/v1/playbooks/${playbook.slug}/progress`, { token, body: { position: 0 } });

    const data = await exported(member);
    const both = [
      { target_type: 'prompt', slug: prompt.slug },
      { target_type: 'playbook', slug: playbook.slug },
    ];
    expect(data).toMatchObject({
      profile: { display_name: 'Ada', bio: 'Counts.', tier_name: 'Pro', ...emails },
      votes: both,
      favorites: both,
      copies: both,
      comments: both.map((item) => ({ ...item, body: `on ${item.slug}`, is_edited: false, parent_id: null })),
      purchases: [{ slug: playbook.slug }],
      payments: [{ slug: playbook.slug, amount: 1_500, is_refunded: false }],
      subscriptions: [
        { plan: 'Pro', status: 'active', interval: 'month', amount: 1_200, cancel_at_period_end: false },
      ],
      progress: [{ slug: playbook.slug, position: 0 }],
    });
    expect(JSON.stringify(data)).not.toMatch(/argon2|cus_|token|session_id/);
  });

  test('has how a member signs in and what a subscription has cost, but nothing that gives access to the account', async () => {
    const member = await buildMember(site);
    await pay(member, (await start(member, { type: 'subscription', tierId: 1 })).body.url);
    const { pool } = site;
    const [subscription] = (await pool.query('select id from subscriptions where user_id = $1', [member.id]))
      .rows;
    await pool.query(
      `insert into refunded_invoices (id, subscription_id, amount, refunded_amount, is_refunded, is_disputed, reversed_at, read_number)
      select id, subscription_id, amount_paid, 500, false, false, now(), 1 from subscription_invoices where subscription_id = $1`,
      [subscription.id],
    );
    await pool.query(
      `insert into auth.identities (user_id, provider, provider_id, email, identity_data)
      values ($1, 'github', '4711', 'ada@example.org', '{"full_name": "Ada"}')`,
      [member.id],
    );
    await pool.query(
      `insert into auth.passkeys (user_id, credential_id, public_key, friendly_name)
      values ($1, 'credential', 'public', 'My phone')`,
      [member.id],
    );
    await pool.query(
      `insert into auth.factors (user_id, friendly_name, secret_encrypted) values ($1, 'My app', 'sealed')`,
      [member.id],
    );
    const data = await exported(member);
    expect(data).toMatchObject({
      identities: [{ provider: 'github', email: 'ada@example.org', data: { full_name: 'Ada' } }],
      sessions: [{ aal: 'aal1', created_at: expect.any(String), refreshed_at: expect.any(String) }],
      passkeys: [{ name: 'My phone', last_used_at: null }],
      factors: [{ name: 'My app', type: 'totp', status: 'unverified' }],
      invoices: [{ subscription: subscription.id, status: 'paid', amount_paid: 1_200, currency: 'usd' }],
      refunds: [{ subscription: subscription.id, amount: 1_200, refunded_amount: 500 }],
    });
    expect(JSON.stringify(data)).not.toMatch(/argon2|secret|token|_key|credential|code|hash/);
    expect(await exported(await buildMember(site))).toMatchObject({
      identities: [],
      invoices: [],
      refunds: [],
    });
  });

  test('has the payments for playbooks in order, with what was refunded', async () => {
    const member = await buildMember(site);
    const slugs: string[] = [];
    for (const title of ['First', 'Second']) {
      const playbook = await buildPlaybook(site, { title, tier_access: 2, is_purchasable: true, price: 900 });
      await pay(member, (await start(member, { type: 'playbook', playbookId: playbook.id })).body.url);
      slugs.push(playbook.slug);
    }
    await site.pool.query(
      `update playbook_payments set tax = 150, refunded_amount = 400 from playbooks
      where playbooks.id = playbook_id and playbooks.slug = $1`,
      [slugs[0]],
    );
    expect((await exported(member)).payments).toMatchObject([
      {
        slug: slugs[0],
        tax: 150,
        refunded_amount: 400,
        is_dispute_lost: false,
        reversed_at: expect.any(String),
      },
      { slug: slugs[1], tax: 0, refunded_amount: 0, is_disputed: false, reversed_at: null },
    ]);
  });

  test("leaves out other people's comments, and deleted ones", async () => {
    const [member, other] = await Promise.all([buildMember(site), buildMember(site)]);
    const { slug } = await buildPrompt(site);
    const say = async (who: Member, body: string, parent_id?: string) =>
      (
        await site.api('POST', `/api/v1/prompts/${slug}/comments`, {
          token: who.token,
          body: { body, parent_id },
        })
      ).body.id;
    const mine = await say(member, 'taken back');
    await say(other, 'an answer by another', mine);
    await say(member, 'kept');
    const theirs = await say(other, 'rude');
    await site.api('PUT', `/api/v1/comments/${theirs}/report`, {
      token: member.token,
      body: { reason: 'abuse', note: 'Not nice' },
    });
    await site.api('DELETE', `/api/v1/comments/${mine}`, { token: member.token });
    const { comments, comment_reports } = await exported(member);
    expect(comments).toMatchObject([{ body: 'kept', status: 'visible' }]);
    expect(comment_reports).toMatchObject([
      { comment_id: theirs, slug, reason: 'abuse', note: 'Not nice', resolved_at: null },
    ]);
    expect(JSON.stringify(comment_reports)).not.toContain('rude');
  });
});

describe('the deletion of an account', () => {
  test('deletes everything that belongs only to the member, from every table', async () => {
    const member = await buildMember(site);
    const { slug } = await buildPrompt(site);
    const playbook = await buildPlaybook(site);
    for (const what of ['vote', 'favorite'])
      await site.api('PUT', `/api/v1/prompts/${slug}/${what}`, { token: member.token });
    await site.api('POST', `/api/v1/prompts/${slug}/copies`, { token: member.token });
    await site.api('PUT', `/api/v1/playbooks/${playbook.slug}/progress`, {
      token: member.token,
      body: { position: 0 },
    });
    await site.api('POST', '/auth/v1/recover', { body: { email: member.email } });
    await pay(member, (await start(member, { type: 'subscription', tierId: 1 })).body.url);
    expect((await remove(member, member.password)).body).toEqual({ ok: true });
    const { rows: tables } = await site.pool.query<{
      table_schema: string;
      table_name: string;
      column_name: string;
    }>(
      `select table_schema, table_name, column_name from information_schema.columns
        where table_schema in ('public', 'auth') and column_name in ('user_id', 'author_id')
          or table_schema || '.' || table_name in ('public.profiles', 'auth.users') and column_name = 'id'`,
    );
    expect(tables.length).toBeGreaterThan(12);
    for (const { table_schema, table_name, column_name } of tables) {
      const { rows } = await site.pool.query(
        `select count(*)::int as left from ${table_schema}.${table_name} where ${column_name}::text = $1`,
        [member.id],
      );
      expect([table_name, rows[0].left]).toEqual([table_name, 0]);
    }
  });

  test('tells the member, and the team, what will be deleted', () => {
    for (const words of [own.delete_account_about(), team.what_deleting_does()])
      for (const part of ['favorites', 'collections', 'runs', 'results', 'versions', 'history', 'purchases'])
        expect(words).toContain(part);
  });

  test('ends sessions, tokens and a current plan, and frees the address for someone else', async () => {
    const member = await buildMember(site);
    await pay(member, (await start(member, { type: 'subscription', tierId: 1 })).body.url);
    await remove(member, member.password);
    expect((await site.api('GET', '/api/v1/profile', { token: member.token })).status).toBe(401);
    const refresh = await site.api('POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: member.session.refresh_token },
    });
    expect(refresh.body.error_code).toBe('refresh_token_not_found');
    const { rows } = await site.pool.query(
      "select data ->> 'status' as status from sandbox_objects where kind = 'subscription'",
    );
    expect(rows.some(({ status }) => status === 'canceled')).toBe(true);
    const again = await site.api('POST', '/auth/v1/signup', {
      body: { email: member.email, password: 'somebody else' },
    });
    expect(again.status).toBe(200);
    expect(again.body.user.id).not.toBe(member.id);
    expect(
      (await site.api('GET', '/api/v1/subscription', { token: again.body.access_token })).body,
    ).toMatchObject({
      plan: 'Free',
      status: null,
      can_try: true,
    });
  });

  test('leaves comments without a name, and threads complete', async () => {
    const [member, other] = await Promise.all([buildMember(site), buildMember(site)]);
    const { slug } = await buildPrompt(site);
    const path = `/api/v1/prompts/${slug}/comments`;
    const { body: first } = await site.api('POST', path, { token: member.token, body: { body: 'first' } });
    await site.api('POST', path, { token: other.token, body: { body: 'answer', parent_id: first.id } });
    await remove(member, member.password);
    const { body } = await site.api('GET', path, { token: other.token });
    expect(body.items).toMatchObject([
      { body: 'first', author: 'deleted user', can: { edit: false } },
      { body: 'answer', author: other.email.split('@')[0] },
    ]);
  });

  test('is refused with a wrong password, and for the only admin', async () => {
    const member = await buildMember(site);
    for (const password of ['wrong', member.password.toUpperCase(), ` ${member.password}`])
      expect((await remove(member, password)).status).toBe(403);
    expect((await site.api('GET', '/api/v1/profile', { token: member.token })).status).toBe(200);
  });

  test('of two admins at the same moment leaves one of them', async () => {
    const own = await createTestSite();
    await own.db.deleteFrom('auth.users').execute();
    for (let round = 0; round < 3; round += 1) {
      const admins = await Promise.all([buildAdmin(own), buildAdmin(own)]);
      const answers = await Promise.all(
        admins.map(({ token, password }) =>
          own.api('DELETE', '/api/v1/profile', { token, body: { password } }),
        ),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const left = await own.db.selectFrom('profiles').select('role').where('role', '=', 'admin').execute();
      expect(left).toHaveLength(1);
      await own.db.deleteFrom('auth.users').execute();
    }
    await own.stop();
  });
});

describe('the profile', () => {
  test('keeps name and bio as they are written, up to the maximum length', async () => {
    const member = await buildMember(site);
    const patch = (body: object) => site.api('PATCH', '/api/v1/profile', { token: member.token, body });
    const odd = { display_name: '<b>Ada</b> & 😀', bio: 'one\ntwo\t"three"\u2028' };
    expect((await patch(odd)).body).toMatchObject({ ...odd, bio: odd.bio.trim() });
    const long = { display_name: 'n'.repeat(80), bio: 'b'.repeat(1_000) };
    expect((await patch(long)).body).toMatchObject(long);
    expect((await patch({ display_name: 'n'.repeat(81) })).status).toBe(422);
    expect((await patch({ bio: 'b'.repeat(1_001) })).status).toBe(422);
    expect((await patch({})).body).toMatchObject(long);
    expect((await patch({ display_name: '   ' })).body.display_name).toBeNull();
  });

  test("is private: members don't see each other's", async () => {
    const [member, other] = await Promise.all([buildMember(site), buildMember(site)]);
    await site.api('PATCH', '/api/v1/profile', { token: member.token, body: { bio: 'a private thought' } });
    for (const path of ['/api/v1/profile', '/api/v1/profile/export', '/api/v1/stats', '/api/v1/subscription'])
      expect((await site.api('GET', path, { token: other.token })).text).not.toContain('a private thought');
  });
});
