import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

/** Prompts whose days in the trash are over, each with a history. */
const trash = (userId: string) =>
  site.pool.query(
    `with gone as (insert into prompts (slug, title, prompt_body, status, deleted_status, deleted_at)
        select 'gone-' || n, 'Gone', 'body', 'draft', 'draft', now() - interval '40 days' from generate_series(1, 20) n returning id)
      insert into history_entries (user_id, action, prompt_id, version)
      select $1, 'copied', gone.id, 1 from gone cross join generate_series(1, 3)`,
    [userId],
  );
const left = async () =>
  (await site.pool.query(`select count(*)::int as count from prompts where slug like 'gone-%'`)).rows[0]
    .count;
/** Stops statements as their time limit would. */
const stopWhere = (table: string, condition: string) =>
  site.pool.query(`
    create or replace function take_too_long() returns trigger language plpgsql as $$ begin
      if ${condition} then raise exception using errcode = '57014', message = 'statement timeout'; end if; return null; end $$;
    drop trigger if exists take_too_long on history_entries;
    drop trigger if exists take_too_long on prompts;
    create trigger take_too_long after delete on ${table} referencing old table as gone
      for each statement execute function take_too_long()`);

test('a batch that takes too long is halved until it does not', async () => {
  await stopWhere('prompts', '(select count(*) from gone) > 3');
  await trash((await buildMember(site)).id);
  await site.services.retention();
  expect(await left()).toBe(0);
});

test('what goes with a single row is deleted first where both together take too long', async () => {
  // A statement of its own is in time; what a deleted prompt takes with it is not.
  await stopWhere('history_entries', 'pg_trigger_depth() > 1 and exists (select from gone)');
  await trash((await buildMember(site)).id);
  await site.services.retention();
  expect(await left()).toBe(0);
});
