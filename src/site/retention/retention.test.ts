import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMember } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

/** Prompts whose time in the trash is over, each with history entries. */
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
/** Makes statements that delete prompts fail like a timeout. */
const stop = (when: 'after' | 'before', condition: string) =>
  site.pool.query(`
    create or replace function take_too_long() returns trigger language plpgsql as $$ begin
      if ${condition} then raise exception using errcode = '57014', message = 'statement timeout'; end if; return old; end $$;
    drop trigger if exists take_too_long on prompts;
    create trigger take_too_long ${when === 'after' ? 'after delete on prompts referencing old table as gone for each statement' : 'before delete on prompts for each row'}
      execute function take_too_long()`);
/** Deleting a prompt alone is fast enough; with its history entries, it isn't. */
const stopWithHistory = () => stop('before', 'exists (select from history_entries where prompt_id = old.id)');

test('a batch that takes too long is halved until it does not', async () => {
  await stop('after', '(select count(*) from gone) > 3');
  await trash((await buildMember(site)).id);
  await site.services.retention();
  expect(await left()).toBe(0);
});

test('if a single row takes too long, only the rows that depend on it are deleted first', async () => {
  await stopWithHistory();
  const { id } = await buildMember(site);
  await trash(id);
  // A member's own version outlives the prompt.
  await site.pool.query(
    `insert into my_versions (user_id, prompt_id, name, body, base_version)
      select $1, id, 'Mine', 'body', 1 from prompts where slug like 'gone-%'`,
    [id],
  );
  await site.services.retention();
  const { rows } = await site.pool.query('select prompt_id from my_versions where user_id = $1', [id]);
  expect([await left(), rows]).toEqual([0, Array(20).fill({ prompt_id: null })]);
});

test("a row that takes too long even on its own is reported, and doesn't stop other deletions", async () => {
  await stop('after', 'exists (select from gone)');
  const { id } = await buildMember(site);
  await trash(id);
  await site.pool.query('insert into daily_copies (user_id, day, copies) values ($1, current_date - 90, 1)', [
    id,
  ]);
  await expect(site.services.retention()).rejects.toMatchObject({ errors: [{ code: '57014' }] });
  const { rowCount } = await site.pool.query('select from daily_copies where user_id = $1', [id]);
  expect([await left(), rowCount]).toEqual([20, 0]);
});
