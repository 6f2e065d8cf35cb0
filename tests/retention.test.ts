import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits, retention, trashDays } from '#constants';
import { buildMember, buildPlaybook, buildPrompt } from './harness/build.ts';
import { setSetting } from './harness/sign-in.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ environment: { RATE_LIMITS: 'on' } });
});
afterAll(() => site.stop());

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);
const count = async (table: string) =>
  (await site.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count as number;
const refresh = (refresh_token: string) =>
  site.api('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
/** Makes all times in a column `days` older. */
const age = (table: string, column: string, days: number) =>
  site.pool.query(`update ${table} set ${column} = ${column} - make_interval(days => $1)`, [days]);

describe('the daily retention', () => {
  test('ends only sessions that were not used for half a year', async () => {
    const [gone, here] = [await buildMember(site), await buildMember(site)];
    await sql`update auth.sessions set refreshed_at = ${daysAgo(retention.session + 1)} where user_id = ${gone.id}`.execute(
      site.db,
    );
    await sql`update auth.sessions set refreshed_at = ${daysAgo(retention.session - 1)} where user_id = ${here.id}`.execute(
      site.db,
    );
    await site.services.retention();
    expect((await refresh(gone.session.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    expect((await refresh(here.session.refresh_token)).status).toBe(200);
  });

  test('keeps sessions for as long as the settings say, if that is longer', async () => {
    const { id, session } = await buildMember(site);
    await setSetting(site, 'session_idle_days', '365');
    const used = (days: number) =>
      sql`update auth.sessions set refreshed_at = ${daysAgo(days)} where user_id = ${id}`.execute(site.db);
    await used(364);
    await site.services.retention();
    expect((await refresh(session.refresh_token)).status).toBe(200);
    await used(366);
    await site.services.retention();
    expect(await count(`auth.sessions where user_id = '${id}'`)).toBe(0);
    await setSetting(site, 'session_idle_days', '30');
  });

  test('keeps imports for a month, so that they can be undone, and those in progress', async () => {
    const add = (state: string, created: number, started: number | null) =>
      site.pool.query(
        `insert into imports (id, name, kind, settings, state, created_at, started_at)
          values (gen_random_uuid(), $1, 'csv', '{}', $1, $2, $3)`,
        [state, daysAgo(created), started === null ? null : daysAgo(started)],
      );
    await add('done', trashDays + 20, trashDays - 1);
    await add('undone', trashDays + 20, trashDays + 1);
    await add('checked', trashDays + 1, null);
    await add('failed', trashDays - 1, null);
    for (const state of ['checking', 'importing', 'undoing']) await add(state, trashDays + 20, trashDays + 1);
    await site.services.retention();
    const { rows } = await site.pool.query('select state from imports order by state');
    expect(rows.map(({ state }) => state)).toEqual(['checking', 'done', 'failed', 'importing', 'undoing']);
    await site.pool.query('delete from imports');
  });

  test('keeps the latest entries of a long history, and all of a short one', async () => {
    const [long, short] = [await buildMember(site), await buildMember(site)];
    const { id } = await buildPrompt(site);
    const fill = (member: { id: string }, entries: number) =>
      site.pool.query(
        `insert into history_entries (user_id, action, prompt_id, at)
          select $1, 'copied', $2, now() - number * interval '1 minute' from generate_series(1, $3) number`,
        [member.id, id, entries],
      );
    await fill(long, limits.historyEntries + 5);
    await fill(short, 5);
    await site.services.retention();
    const kept = (member: { id: string }) => count(`history_entries where user_id = '${member.id}'`);
    expect([await kept(long), await kept(short)]).toEqual([limits.historyEntries, 5]);
    const newest = `select max(at) from history_entries where user_id = '${long.id}'`;
    const oldest = `history_entries where user_id = '${long.id}' and at < (${newest}) - interval '${limits.historyEntries - 1} minutes 30 seconds'`;
    expect(await count(oldest)).toBe(0);
    await site.db.deleteFrom('history_entries').execute();
  });

  test('keeps the latest entries of a long log of activity', async () => {
    const [long, short] = [await buildMember(site), await buildMember(site)];
    const { id } = await buildPrompt(site);
    await site.pool.query('alter table user_activity disable trigger count_copy');
    for (const [member, entries] of [
      [long, limits.activityEntries + 5],
      [short, 5],
    ] as const)
      await site.pool.query(
        `insert into user_activity (user_id, action_type, target_type, target_id, created_at)
          select $1, 'copy_prompt', 'prompt', $2, now() - number * interval '1 minute' from generate_series(1, $3) number`,
        [member.id, id, entries],
      );
    await site.pool.query('alter table user_activity enable trigger count_copy');
    await site.services.retention();
    const kept = (member: { id: string }, condition = 'true') =>
      count(`user_activity where user_id = '${member.id}' and ${condition}`);
    expect([await kept(long), await kept(short)]).toEqual([limits.activityEntries, 5]);
    expect(await kept(long, `created_at < now() - interval '${limits.activityEntries + 1} minutes'`)).toBe(0);
    await site.db.deleteFrom('user_activity').execute();
  });

  test("keeps the latest 1,000 of an account's sessions, and signs nobody else out", async () => {
    const [busy, other] = [await buildMember(site), await buildMember(site)];
    await site.pool.query(
      `insert into auth.sessions (user_id, refreshed_at)
        select $1, now() - number * interval '1 minute' from generate_series(1, $2) number`,
      [busy.id, limits.sessions + 5],
    );
    await site.services.retention();
    expect(await count(`auth.sessions where user_id = '${busy.id}'`)).toBe(limits.sessions);
    for (const { token } of [busy, other])
      expect((await site.api('GET', '/api/v1/profile', { token })).status).toBe(200);
  });

  test('keeps mailings for two years from their end, or from their start where they were stopped', async () => {
    const kept = ['a draft', 'stopped late', 'sent late'];
    const [early, late] = [daysAgo(retention.mailing + 1), daysAgo(retention.mailing - 1)];
    const started_at = daysAgo(retention.mailing + 2);
    await site.db
      .insertInto('mailings')
      .values([
        { subject: 'a draft', created_at: started_at },
        { subject: 'stopped early', status: 'stopped', started_at: early },
        { subject: 'stopped late', status: 'stopped', started_at: late },
        { subject: 'sent early', status: 'sent', started_at, finished_at: early },
        { subject: 'sent late', status: 'sent', started_at, finished_at: late },
      ])
      .execute();
    await site.services.retention();
    const rows = await site.db.selectFrom('mailings').select('subject').orderBy('subject').execute();
    expect(rows.map(({ subject }) => subject)).toEqual(kept.toSorted());
    await site.db.deleteFrom('mailings').execute();
  });

  test('deletes used refresh tokens, except one whose answer may have been lost', async () => {
    const { session, id } = await buildMember(site);
    const chain = [session.refresh_token];
    for (let turn = 0; turn < 3; turn += 1)
      chain.push((await refresh(chain.at(-1) ?? '')).body.refresh_token as string);
    const tokens = `auth.refresh_tokens where session_id in (select id from auth.sessions where user_id = '${id}')`;
    await age('auth.refresh_tokens', 'revoked_at', retention.usedRefreshToken - 1);
    await site.services.retention();
    expect(await count(tokens)).toBe(4);
    await age('auth.refresh_tokens', 'revoked_at', 2);
    await site.services.retention();
    expect(await count(tokens)).toBe(2);
    expect((await refresh(chain[0] ?? '')).body.error_code).toBe('refresh_token_not_found');
    expect((await refresh(chain[2] ?? '')).body.refresh_token).toBe(chain[3]);
    expect((await refresh(chain[3] ?? '')).status).toBe(200);
  });

  test('deletes expired links, retired keys and finished rate limits', async () => {
    const { email } = await buildMember(site);
    await site.api('POST', '/auth/v1/recover', { body: { email } });
    await expect.poll(() => count('auth.one_time_tokens')).toBe(1);
    await site.services.retention();
    expect(await count('auth.one_time_tokens')).toBe(1);
    await age('auth.one_time_tokens', 'expires_at', retention.oneTimeToken + 2);
    await site.pool.query(`insert into auth.signing_keys (kid, public_jwk, private_jwk_encrypted, retired_at)
      select 'retired', public_jwk, private_jwk_encrypted, now() - interval '1 year' from auth.signing_keys limit 1`);
    const limits = await count('rate_limits');
    await site.pool.query("insert into rate_limits values ('old', 3, 1)");
    await site.services.retention();
    expect(await count('auth.one_time_tokens')).toBe(0);
    expect(await count('auth.signing_keys')).toBe(1);
    expect(await count('rate_limits')).toBe(limits);
  });

  test('deletes old activity', async () => {
    const { token } = await buildMember(site);
    const { slug } = await buildPrompt(site);
    const copy = () => site.api('POST', `/api/v1/prompts/${slug}/copies`, { token });
    await copy();
    await age('user_activity', 'created_at', retention.activity + 1);
    await copy();
    await site.services.retention();
    expect(await count('user_activity')).toBe(1);
  });

  test('deletes reports that were settled long ago', async () => {
    const { id } = await buildMember(site);
    const prompt = await buildPrompt(site);
    const report = (days: number | null) =>
      site.pool.query(
        `with one as (insert into comments (target_type, target_id, body, author_id) values ('prompt', $1, 'x', $2) returning id)
          insert into comment_reports (comment_id, reporter_id, reason, resolved_at) select id, $2, 'spam', $3 from one`,
        [prompt.id, id, days === null ? null : daysAgo(days)],
      );
    await report(retention.settledReport + 1);
    await report(retention.settledReport - 1);
    await report(null);
    await site.services.retention();
    expect(await count('comment_reports')).toBe(2);
  });

  test('deletes processed events and unpaid checkouts, but not paid checkouts, or pending events unless they are from an earlier test mode', async () => {
    const { id } = await buildMember(site);
    await site.pool.query(
      `insert into billing_events (id, mode, type, object_id, created_at, received_at, processed_at) values
        ('old', 'test', 'invoice.paid', 'in_1', $1, $1, $1), ('new', 'test', 'invoice.paid', 'in_1', now(), now(), now()),
        ('open', 'live', 'invoice.paid', 'in_1', $1, $1, null), ('practice', 'test', 'invoice.paid', 'in_1', $1, $1, null)`,
      [daysAgo(retention.ledger + 1)],
    );
    await site.pool.query(
      `insert into checkouts (mode, user_id, kind, interval, amount, status, created_at, expires_at)
        select 'test', $1, 'subscription', 'month', 900, status, $2, $2 from unnest(array['expired', 'complete']) status`,
      [id, daysAgo(retention.ledger + 1)],
    );
    await site.services.retention();
    const { rows } = await site.pool.query('select id from billing_events order by id');
    expect(rows.map((row) => row.id)).toEqual(['new', 'open']);
    expect((await site.pool.query('select status from checkouts')).rows).toEqual([{ status: 'complete' }]);
  });

  test('deletes programs that nobody has connected, and expired codes and tokens', async () => {
    const program = (client: string, model: string, days: number, expires_at: Date | null = null) =>
      site.db
        .insertInto('oauth_records')
        .values({
          model,
          payload: '{}',
          client_id: client,
          expires_at,
          created_at: daysAgo(days),
          id_hash: createHash('sha256').update(`${client} ${model}`).digest(),
        })
        .execute();
    const long = retention.unusedProgram + 1;
    await program('connected', 'Client', long);
    await program('connected', 'Grant', long, daysAgo(-1));
    await program('connected', 'AccessToken', 2, daysAgo(0.5));
    await program('connected', 'AuthorizationCode', 3, daysAgo(2));
    await program('forgotten', 'Client', long);
    await program('forgotten', 'RegistrationAccessToken', long);
    await program('new', 'Client', retention.unusedProgram - 1);
    await site.services.retention();
    const rows = await site.db.selectFrom('oauth_records').select(['client_id', 'model']).execute();
    expect(rows.map(({ client_id, model }) => `${client_id} ${model}`).sort()).toEqual([
      ...['connected AccessToken', 'connected Client', 'connected Grant', 'new Client'],
    ]);
  });

  test('deletes records of webhooks, imports, bulk changes and opened emails, each after its time', async () => {
    const add = async (daysMore: number) => {
      const at = (days: number) => daysAgo(days + daysMore);
      const { id: mailing_id } = await site.db
        .insertInto('mailings')
        .values({
          status: 'sent',
          started_at: at(retention.mailingPixel),
          finished_at: at(retention.mailingPixel),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await site.db
        .insertInto('mailing_pixels')
        .values({ mailing_id, token_hash: randomBytes(32) })
        .execute();
      await site.pool.query(
        `with event as (insert into webhook_events (type, subject, data, created_at) values ('x', $2, '{}', $1)),
          change as (insert into bulk_changes (collection, before, changed_at) values ('prompts', '[]', $3))
          insert into imports (id, name, kind, state, settings, created_at) values ($4, 'a.csv', 'csv', 'checked', '{}', $3)`,
        [at(retention.webhookEvent), String(daysMore), at(trashDays), crypto.randomUUID()],
      );
    };
    for (const daysMore of [-1, 1]) await add(daysMore);
    await site.services.retention();
    for (const table of ['mailing_pixels', 'webhook_events', 'bulk_changes', 'imports'])
      expect([table, await count(table)]).toEqual([table, 1]);
    expect(await count('mailings')).toBe(2);
  });

  test('deletes what daily limits count after its time', async () => {
    const { id } = await buildMember(site);
    await site.pool.query(
      `with day as (select current_date - days as day from unnest($2::int[]) days),
        copies as (insert into daily_copies select $1, day, 5 from day),
        runs as (insert into daily_runs select $1, day, 1 from day)
        insert into daily_reads select $1, day, 'prompt', gen_random_uuid() from day`,
      [id, [retention.dailyCopies - 1, retention.dailyCopies + 1]],
    );
    await site.services.retention();
    for (const table of ['daily_copies', 'daily_runs', 'daily_reads'])
      expect([table, await count(`${table} where user_id = '${id}'`)]).toEqual([table, 1]);
  });

  test('keeps trial accounts and playbooks in the trash if something was paid', async () => {
    const members = [await buildMember(site), await buildMember(site)];
    const ids = members.map(({ id }) => id);
    const long = daysAgo(retention.trialAccount + 10);
    await site.pool.query('update auth.users set is_anonymous = true, created_at = $2 where id = any($1)', [
      ids,
      long,
    ]);
    await site.pool.query('update auth.sessions set refreshed_at = $2 where user_id = any($1)', [ids, long]);
    await site.pool.query("insert into billing_customers (id, user_id, mode) values ('cus_1', $1, 'test')", [
      ids[0],
    ]);
    const deleted_at = daysAgo(trashDays + 1);
    const trashed = () => buildPlaybook(site, { deleted_at, deleted_status: 'published', status: 'draft' });
    const [bought, paid, gone] = [await trashed(), await trashed(), await trashed()];
    const buyer = await buildMember(site);
    await site.pool.query('insert into user_playbook_purchases (user_id, playbook_id) values ($1, $2)', [
      ...[buyer.id, bought.id],
    ]);
    await site.pool.query(
      `with checkout as (insert into checkouts (mode, kind, amount, status, playbook_id, expires_at)
          values ('live', 'playbook', 900, 'complete', $1, now()) returning id)
        insert into playbook_payments (checkout_id, playbook_id, mode, amount, read_number)
          select id, $1, 'live', 900, 1 from checkout`,
      [paid.id],
    );
    await site.services.retention();
    const left = await site.db.selectFrom('auth.users').select('id').where('id', 'in', ids).execute();
    expect(left).toEqual([{ id: ids[0] }]);
    const playbooks = await site.db.selectFrom('playbooks').select('id').execute();
    const kept = playbooks.map(({ id }) => id);
    expect([bought, paid, gone].map(({ id }) => kept.includes(id))).toEqual([true, true, false]);
  });

  test('continues until everything is deleted', async () => {
    await site.pool.query(
      "insert into rate_limits select 'old-' || n, 1, 1 from generate_series(1, 50000) n",
    );
    await site.services.retention();
    expect(await count("rate_limits where key like 'old-%'")).toBe(0);
  });

  test('deletes old emails of the outbox, and starts a new log when it is too large', async () => {
    const outbox = join(site.dataDir, 'outbox');
    await mkdir(outbox, { recursive: true });
    const nameOf = (days: number) => `${daysAgo(days).toISOString().replaceAll(':', '-')}-12345678`;
    const old = nameOf(retention.outbox + 1);
    const kept = nameOf(retention.outbox - 1);
    for (const name of [old, kept])
      for (const kind of ['json', 'eml']) await writeFile(join(outbox, `${name}.${kind}`), '{}');
    const log = join(site.dataDir, 'postgres.log');
    await writeFile(log, 'x'.repeat(retention.logBytes + 1));
    await site.services.retention();
    const left = (await readdir(outbox)).filter((name) => name.includes('-12345678.'));
    expect(left.sort()).toEqual([`${kept}.eml`, `${kept}.json`]);
    expect((await stat(log)).size).toBe(0);
    expect((await stat(`${log}.1`)).size).toBe(retention.logBytes + 1);
    await writeFile(log, 'short');
    await site.services.retention();
    expect(await readFile(log, 'utf8')).toBe('short');
  });
});

test('docs/operations.md says how long everything is kept', async () => {
  const text = await readFile(new URL('../docs/operations.md', import.meta.url), 'utf8');
  const section = /## How long data is kept\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  const { logBytes, ...days } = retention;
  for (const [name, value] of Object.entries(days))
    expect(section, name).toMatch(new RegExp(`\\b${value} days?\\b`));
  expect(section).toContain(`${logBytes / 1_000_000} MB`);
});
