import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, DB } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { keepPlaybookText, sentVersion } from '#access/gated-history.server.ts';
import { type Writer, writable } from '#access/writable.server.ts';
import { limits } from '#constants';

/**
 * Records that a prompt was opened, with its version if the text was shown. Viewing it again on the same day updates
 * the entry.
 */
export async function recordPromptView(db: Database, proof: Grant<'prompt', 'record-view'>): Promise<void> {
  await sql`insert into history_entries (user_id, action, prompt_id, version)
    select ${proof.viewer.userId}, 'viewed', prompts.id, ${sentVersion(proof.viewer)} from prompts where prompts.id = ${proof.id}
    on conflict (user_id, prompt_id, day) where action = 'viewed'
    do update set at = now(), version = coalesce(excluded.version, history_entries.version)`.execute(
    writable(db, proof),
  );
}

/** Like `recordPromptView`, for a playbook. */
export async function recordPlaybookView(
  db: Database,
  proof: Grant<'playbook', 'record-view'>,
): Promise<void> {
  const hash = await keepPlaybookText(db, proof);
  await sql`insert into history_entries (user_id, action, playbook_id, text_hash)
    values (${proof.viewer.userId}, 'viewed', ${proof.id}, ${hash})
    on conflict (user_id, playbook_id, day) where action = 'viewed'
    do update set at = now(), text_hash = coalesce(excluded.text_hash, history_entries.text_hash)`.execute(
    writable(db, proof),
  );
}

/** The number of entries that this process has added for a member since their last trim. */
const added = new LRUCache<string, number>({ max: 10_000 });
const trimAfter = 100;

/**
 * Deletes entries beyond the limits, after every hundredth one: the nightly cleanup alone wouldn't limit those of a
 * single day.
 */
async function trimHistory(writer: Writer<Pick<DB, 'history_entries'>>, userId: string): Promise<void> {
  const count = (added.get(userId) ?? 0) + 1;
  added.set(userId, count % trimAfter);
  if (count < trimAfter) return;
  await sql`delete from history_entries where id in (select id from history_entries where user_id = ${userId}
    order by at desc, id desc offset ${limits.historyEntries} limit ${10 * trimAfter})`.execute(writer);
  await sql`update history_entries set "values" = null where id in (
    select id from (
      select id, sum(pg_column_size("values")) over (order by at desc, id desc) as bytes
      from history_entries where user_id = ${userId} and "values" is not null) kept
    where bytes > ${limits.historyValuesBytes})`.execute(writer);
}

type UsedPrompt = { version: number; values: Readonly<Record<string, string>> };

/** Records a copy of this version of a prompt, with the values of its blanks by key. */
export async function recordPromptCopy(
  db: Database,
  proof: Grant<'prompt', 'copy'>,
  used: UsedPrompt,
): Promise<void> {
  await recordPromptUse(writable(db, proof), proof, 'copied', used);
}

/** Records that a prompt was run on the site. */
export async function recordPromptRun(
  db: Database,
  proof: Grant<'prompt', 'ask-model'>,
  used: UsedPrompt,
): Promise<void> {
  await recordPromptUse(writable(db, proof), proof, 'ran', used);
}

async function recordPromptUse(
  writer: Writer<Pick<DB, 'history_entries'>>,
  proof: Grant<'prompt', 'copy' | 'ask-model'>,
  action: 'copied' | 'ran',
  { version, values }: UsedPrompt,
): Promise<void> {
  await sql`insert into history_entries (user_id, action, prompt_id, version, "values")
    values (${proof.viewer.userId}, ${action}, ${proof.id}, ${version}, ${keptValues(values)}::jsonb)`.execute(
    writer,
  );
  await trimHistory(writer, proof.viewer.userId);
}

/** The values as JSON; null if there are none, or too many. */
function keptValues(values: Readonly<Record<string, string>>): string | null {
  const text = JSON.stringify(values);
  return text === '{}' || text.length > limits.historyValues ? null : text;
}

type UsedPlaybook = {
  /** 0-based; undefined for the whole playbook. */
  place?: { step: number; prompt: number } | undefined;
  version?: number | undefined;
  /** The values of the blanks, by key. */
  values?: Readonly<Record<string, string>> | undefined;
};

/** Records a copy from the current or an earlier version of a playbook. */
export const recordPlaybookCopy = (
  db: Database,
  proof: Grant<'playbook', 'copy'>,
  used?: UsedPlaybook,
): Promise<void> => recordPlaybookUse(db, proof, writable(db, proof), 'copied', used);

/** Records that a prompt of a step was run on the site. */
export const recordStepRun = (
  db: Database,
  proof: Grant<'playbook', 'ask-model'>,
  used: UsedPlaybook,
): Promise<void> => recordPlaybookUse(db, proof, writable(db, proof), 'ran', used);

async function recordPlaybookUse(
  db: Database,
  proof: Grant<'playbook', 'copy' | 'ask-model'>,
  writer: Writer<Pick<DB, 'history_entries'>>,
  action: 'copied' | 'ran',
  { place, version, values = {} }: UsedPlaybook = {},
): Promise<void> {
  const hash = await keepPlaybookText(db, proof, { place, version });
  await writer
    .insertInto('history_entries')
    .values({
      user_id: proof.viewer.userId,
      action,
      playbook_id: proof.id,
      text_hash: hash,
      values: keptValues(values),
      ...place,
    })
    .execute();
  await trimHistory(writer, proof.viewer.userId);
}

/** Records that a run of a playbook was started. */
export async function recordRun(
  db: Database,
  {
    readable,
    proof,
    runId,
  }: { readable: Grant<'playbook', 'read'>; proof: Grant<'account', 'keep-runs'>; runId: string },
): Promise<void> {
  const hash = await keepPlaybookText(db, readable);
  const writer = writable(db, proof);
  await writer
    .insertInto('history_entries')
    .values({
      user_id: proof.viewer.userId,
      action: 'ran',
      playbook_id: readable.id,
      text_hash: hash,
      run_id: runId,
    })
    .execute();
  await trimHistory(writer, proof.viewer.userId);
}
