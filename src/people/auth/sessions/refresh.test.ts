import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

// Refreshes that arrive together share a statement, but must get the same answers as if they came alone. Uses two processes.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let site: TestSite;
let other: TestSite;
beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { PUBLIC_URL: 'http://site.example' };
  site = await createTestSite({ database, environment });
  other = await createTestSite({ database, environment });
});
afterAll(async () => {
  await other.stop();
  await site.stop();
  await database.drop();
});

type Member = Awaited<ReturnType<typeof buildMember>>;
const buildMembers = (count: number) => Promise.all(Array.from({ length: count }, () => buildMember(site)));
const refresh = (refresh_token: string, on = site) =>
  on.api('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
const sessionIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id;
const sessionOf = ({ token }: Member) => sessionIdOf(token);

/** The number of transactions that wrote these sessions' active tokens. */
async function commitsOf(members: Member[]) {
  const { rows } = await sql<{ commits: number }>`select count(distinct xmin::text)::int as commits
    from auth.refresh_tokens where revoked_at is null and session_id = any(${members.map(sessionOf)})`.execute(
    database.db,
  );
  return rows[0]?.commits;
}

/** Holds a lock in another transaction until the returned function is called. */
async function hold(statement: string, values: unknown[] = []) {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(statement, values);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Sends requests while tokens can't be written, so that all after the first one wait together for the next statement. */
async function together<Answer>(send: () => Promise<Answer>[]) {
  const release = await hold('lock table auth.refresh_tokens in exclusive mode');
  const refresh = vi.spyOn(site.services.auth, 'refresh');
  const answers = send();
  await expect.poll(() => refresh.mock.calls.length).toBe(answers.length);
  await release();
  refresh.mockRestore();
  return answers;
}

describe('refreshes that arrive together', () => {
  test('share a commit, and each member gets their own session', async () => {
    const members = await buildMembers(20);
    const secured = members[7] as Member;
    await database.db
      .insertInto('auth.factors')
      .values({
        user_id: secured.id,
        factor_type: 'totp',
        friendly_name: 'Phone',
        secret_encrypted: Buffer.of(1),
      })
      .execute();
    let tokens = members.map(({ session }) => session.refresh_token);
    for (let turn = 0; turn < 3; turn += 1) {
      const before = tokens;
      const answers = await Promise.all(await together(() => before.map((token) => refresh(token))));
      expect(answers.map(({ status, body }) => [status, body.user?.email])).toEqual(
        members.map(({ email }) => [200, email]),
      );
      for (const [index, { body }] of answers.entries()) {
        const member = members[index] as Member;
        expect(sessionIdOf(body.access_token)).toBe(sessionOf(member));
        expect(body.user.factors?.length).toBe(member === secured ? 1 : undefined);
      }
      tokens = answers.map(({ body }) => body.refresh_token);
      expect(new Set([...tokens, ...before]).size).toBe(2 * members.length);
    }
    expect(await commitsOf(members)).toBeLessThanOrEqual(2);
    const used = await database.db
      .selectFrom('auth.sessions')
      .select('id')
      .where('id', 'in', members.map(sessionOf))
      .whereRef('refreshed_at', '>', 'created_at')
      .execute();
    expect(used).toHaveLength(members.length);
  });

  test('with one token all get the same new one', async () => {
    const [member, neighbor] = (await buildMembers(2)) as [Member, Member];
    const token = member.session.refresh_token;
    const answers = await Promise.all(
      await together(() => [neighbor.session.refresh_token, token, token, token].map((one) => refresh(one))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const own = answers.slice(1).map(({ body }) => body.refresh_token);
    expect(new Set(own).size).toBe(1);
    expect((await refresh(own[0])).status).toBe(200);
  });

  test('get separate answers: replayed, reused, unknown, expired, banned, and locked without blocking others', async () => {
    const [replayed, reused, over, banned, locked, ...usual] = (await buildMembers(17)) as [
      ...[Member, Member, Member, Member, Member],
      ...Member[],
    ];
    for (const { session } of [replayed, reused])
      await refresh((await refresh(session.refresh_token)).body.refresh_token);
    const update = (text: ReturnType<typeof sql>) => text.execute(database.db);
    await update(sql`update auth.refresh_tokens set revoked_at = now() - interval '11 seconds'
      where revoked_at is not null and session_id = ${sessionOf(replayed)}`);
    // Within the ten seconds, however busy the machine is.
    await update(sql`update auth.refresh_tokens set revoked_at = now() + interval '1 hour'
      where revoked_at is not null and session_id = ${sessionOf(reused)}`);
    await update(
      sql`update auth.sessions set refreshed_at = now() - interval '9999 days' where id = ${sessionOf(over)}`,
    );
    await update(sql`insert into site_settings (setting_key, setting_value) values ('session_idle_days', '30')
      on conflict (setting_key) do update set setting_value = '30'`);
    await update(sql`update auth.users set banned_until = now() + interval '1 day' where id = ${banned.id}`);
    const release = await hold('select from auth.sessions where id = $1 for update', [sessionOf(locked)]);

    const isDone = new Set<string>();
    const ask = async (name: string, token: string) => {
      const answer = await refresh(token);
      isDone.add(name);
      return answer;
    };
    const answers = await together(() => [
      ...usual.slice(0, 6).map(({ session, id }) => ask(id, session.refresh_token)),
      ask('replayed', replayed.session.refresh_token),
      ask('reused', reused.session.refresh_token),
      ask('unknown', 'unknown12345'),
      ask('over', over.session.refresh_token),
      ask('banned', banned.session.refresh_token),
      ask('locked', locked.session.refresh_token),
      ...usual.slice(6).map(({ session, id }) => ask(id, session.refresh_token)),
    ]);
    // A refresh that arrives later doesn't wait either.
    expect((await refresh((await buildMember(site)).session.refresh_token)).status).toBe(200);
    await expect.poll(() => isDone.size).toBe(answers.length - 1);
    expect(isDone.has('locked')).toBe(false);
    await release();
    const outcomes = (await Promise.all(answers)).map(({ body }) => body.error_code ?? body.user.id);
    expect(outcomes).toEqual([
      ...usual.slice(0, 6).map(({ id }) => id),
      'refresh_token_already_used',
      reused.id,
      'refresh_token_not_found',
      'session_expired',
      'user_banned',
      locked.id,
      ...usual.slice(6).map(({ id }) => id),
    ]);
    expect(await commitsOf(usual)).toBeLessThanOrEqual(2);
    const left = await database.db.selectFrom('auth.sessions').select('id').execute();
    const ids = new Set(left.map(({ id }) => id));
    expect([replayed, over].map((member) => ids.has(sessionOf(member)))).toEqual([false, false]);
    expect([reused, banned, locked, ...usual].every((member) => ids.has(sessionOf(member)))).toBe(true);
  });

  test('do not fail with one of them', async () => {
    const [failing, ...usual] = (await buildMembers(6)) as [Member, ...Member[]];
    await sql
      .raw(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
        create trigger fail before insert on auth.refresh_tokens for each row
          when (new.session_id = '${sessionOf(failing)}') execute function fail()`)
      .execute(database.db);
    const members = [...usual, failing];
    const answers = await Promise.all(
      await together(() => members.map(({ session }) => refresh(session.refresh_token))),
    );
    expect(answers.map(({ status }) => status)).toEqual([...usual.map(() => 200), 500]);
    await sql.raw('drop trigger fail on auth.refresh_tokens; drop function fail()').execute(database.db);
    expect((await refresh(failing.session.refresh_token)).status).toBe(200);
  });

  test('in two processes agree on every new token, without waiting for each other', async () => {
    const members = await buildMembers(24);
    let tokens = members.map(({ session }) => session.refresh_token);
    for (let turn = 0; turn < 8; turn += 1) {
      // In opposite orders, so that statements that waited for each other's sessions would deadlock.
      const here = tokens.map((token) => refresh(token, site));
      const there = tokens.toReversed().map((token) => refresh(token, other));
      const ours = await Promise.all(here);
      const theirs = (await Promise.all(there)).toReversed();
      expect([...ours, ...theirs].map(({ status }) => status)).toEqual(Array(48).fill(200));
      const next = ours.map(({ body }) => body.refresh_token);
      expect(theirs.map(({ body }) => body.refresh_token)).toEqual(next);
      tokens = next;
    }
  });
});
