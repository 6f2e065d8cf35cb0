import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

describe('the plan', () => {
  test('is the tier’s, or Free', async () => {
    const [member, other] = await Promise.all([buildMember(site, { level: 2 }), buildMember(site)]);
    const plan = async (token: string) => (await site.api('GET', '/api/v1/subscription', { token })).body;
    expect(await plan(member.token)).toMatchObject({
      plan: expect.stringMatching(/^Tier /),
      billing_cycle: 'Monthly',
    });
    expect(await plan(other.token)).toMatchObject({
      plan: 'Free',
      billing_cycle: 'Monthly',
      tier_id: null,
      copies_left: 10,
    });
  });
});

describe('an account', () => {
  test('is exported completely, with what the member has done, and nobody else', async () => {
    const [member, other] = await Promise.all([buildMember(site), buildMember(site)]);
    const { slug } = await buildPrompt(site);
    for (const { token } of [member, other]) {
      await site.api('PUT', `/api/v1/prompts/${slug}/vote`, { token });
      await site.api('PUT', `/api/v1/prompts/${slug}/favorite`, { token });
      await site.api('POST', `/api/v1/prompts/${slug}/copies`, { token });
      await site.api('POST', `/api/v1/prompts/${slug}/comments`, {
        token,
        body: { body: `by ${token.slice(-5)}` },
      });
    }
    const data = { nickname: 'Sam' };
    await site.api('PUT', '/auth/v1/user', { token: member.token, body: { data } });
    const { body, headers } = await site.api('GET', '/api/v1/profile/export', { token: member.token });
    expect(headers.get('content-disposition')).toBe('attachment; filename="account.json"');
    expect(body.profile).toMatchObject({ id: member.id, email: member.email, user_metadata: data });
    for (const name of ['votes', 'favorites', 'copies', 'comments']) {
      expect(body[name]).toMatchObject([{ slug }]);
    }
    expect(JSON.stringify(body)).not.toContain(other.id);
    expect(JSON.stringify(body)).not.toContain('password');
  });

  test('is exported row by row: many rows arrive complete, and none twice', async () => {
    const member = await buildMember(site);
    const { id, slug } = await buildPrompt(site, { prompt_body: 'Dear "reader",\n\u2028 hello' });
    await site.pool.query(
      `insert into history_entries (user_id, action, prompt_id, version, "values", at)
        select $1, 'copied', $2, 1, jsonb_build_object('number', number::text), now() - number * interval '1 second'
        from generate_series(1, 12345) number`,
      [member.id, id],
    );
    const answer = await site.api('GET', '/api/v1/profile/export', { token: member.token });
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(answer.text));
    const numbers = answer.body.history.map(({ values }: { values: { number: string } }) =>
      Number(values.number),
    );
    expect(numbers).toEqual(Array.from({ length: 12_345 }, (_, index) => 12_345 - index));
    expect(answer.body.history[0]).toMatchObject({ slug, action: 'copied', target_type: 'prompt' });
  });

  test('is exported one at a time, and exports leave connections for everyone else', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => buildMember(site)));
    const ask = (path: string, token = '') => site.api('GET', `/api/v1/profile${path}`, { token });
    const waiting = async () => {
      const { rows } = await site.pool.query(
        `select count(*)::int as count from pg_locks where relation = 'my_versions'::regclass and not granted`,
      );
      return rows[0].count;
    };
    const client = await site.pool.connect();
    await client.query('begin');
    await client.query('lock table my_versions in access exclusive mode');
    try {
      const exports = members.map(({ token }) => ask('/export', token));
      await expect.poll(waiting).toBe(2);
      for (const { token } of members) {
        expect((await ask('/export', token)).status).toBe(429);
        expect((await ask('', token)).status).toBe(200);
      }
      expect(await waiting()).toBe(2);
      await client.query('rollback');
      expect((await Promise.all(exports)).map(({ status }) => status)).toEqual(members.map(() => 200));
      expect((await ask('/export', members[0]?.token)).status).toBe(200);
    } finally {
      client.release(true);
    }
  });

  test('is only deleted with its password, along with votes and favorites', async () => {
    const member = await buildMember(site);
    const { slug, id } = await buildPrompt(site);
    await site.api('PUT', `/api/v1/prompts/${slug}/vote`, { token: member.token });
    const remove = (body: unknown) => site.api('DELETE', '/api/v1/profile', { token: member.token, body });
    expect((await remove({ password: 'wrong' })).status).toBe(403);
    expect((await remove({})).status).toBe(403);
    expect((await remove({ password: 1 })).status).toBe(422);
    expect((await remove({ password: member.password })).status).toBe(200);
    expect((await site.authClient().signInWithPassword(member)).error?.message).toBe(
      'Invalid login credentials',
    );
    const prompt = await site.db
      .selectFrom('prompts')
      .select('vote_count')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(prompt).toEqual({ vote_count: 0 });
  });

  test("of the only admin can't be deleted", async () => {
    const { data } = await site
      .authClient()
      .signInWithPassword({ email: 'admin@example.com', password: 'admin-password' });
    const answer = await site.api('DELETE', '/api/v1/profile', {
      token: data.session?.access_token ?? '',
      body: { password: 'admin-password' },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('only changes its password with the right current one, if one is sent', async () => {
    const member = await buildMember(site);
    const client = site.authClient();
    await client.signInWithPassword(member);
    const wrong = await client.updateUser({ password: 'new-password', current_password: 'wrong' });
    expect(wrong.error?.message).toBe('Incorrect current password');
    const right = await client.updateUser({ password: 'new-password', current_password: member.password });
    expect(right.error).toBeNull();
    expect(
      (await site.authClient().signInWithPassword({ ...member, password: 'new-password' })).error,
    ).toBeNull();
  });
});
