import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { isSent, promptIdOf } from './gated.server.ts';
import { isGivenBy, isVersionGiven } from './given-versions.server.ts';
import type { Grant } from './internal/proofs.ts';
import { conditionSql } from './predicate.server.ts';
import type { SignedInViewer, Viewer } from './viewer.ts';

// The gated texts of a member's history, as they were and as they are now. Viewers who can no longer read an item get neither.

/** The version of the prompt's text that the viewer can read now; null if none. In a query over `prompts`. */
export const sentVersion = (viewer: Viewer): RawBuilder<number | null> =>
  sql<number | null>`case when ${isSent(viewer, 'prompt')} then prompts.version end`;

type Place = { step: RawBuilder<number | null>; prompt: RawBuilder<number | null> };

/**
 * SQL for the text of the row's playbook, current or at a version: all of it, or of the prompt at a place. Library prompts that the
 * playbook still contains have their current text.
 */
const playbookText = (viewer: Viewer, { step, prompt }: Place, version?: number) => sql<
  string | null
>`case when ${step} is null then (
    select coalesce(string_agg(concat_ws(E'\\n\\n', (one.step_order + 1) || '. ' || one.title, nullif(one.description, ''), (
        select string_agg(concat_ws(E'\\n\\n', coalesce(prompts.title, entry.value ->> 'title'),
            coalesce(prompts.prompt_body, entry.value ->> 'prompt_body', '')), E'\\n\\n' order by entry.ordinality)
        from jsonb_array_elements(one.prompts) with ordinality as entry
        left join prompts on prompts.id = ${promptIdOf(sql`entry.value`)} and prompts.status = 'published'
          and ${isGivenBy(viewer, sql`playbooks.id`, version)}
      )), E'\\n\\n' order by one.step_order), '')
    from ${stepsOf(version)} one)
  else (
    select coalesce(prompts.prompt_body, chosen.value ->> 'prompt_body', '')
    from (select one.prompts -> ${prompt} as value from ${stepsOf(version)} one
      order by one.step_order offset ${step} limit 1) chosen
    left join prompts on prompts.id = ${promptIdOf(sql`chosen.value`)} and prompts.status = 'published'
      and ${isGivenBy(viewer, sql`playbooks.id`, version)}
    where chosen.value is not null) end`;

const stepsOf = (version?: number) =>
  version === undefined
    ? sql`(select * from playbook_steps_new where playbook_id = playbooks.id)`
    : sql`playbook_steps_at(playbooks.id, ${version}::int)`;

const hashOf = (text: RawBuilder<string | null>) => sql<Buffer>`sha256(convert_to(${text}, 'UTF8'))`;
const entryPlace: Place = { step: sql`entry.step`, prompt: sql`entry.prompt` };

/**
 * Stores the playbook text that the viewer sees, deduplicated by hash. A popular text's row isn't rewritten for every reader, so the
 * cleanup keeps it for an extra day.
 * @returns the hash to find it by; null if the viewer gets no text
 */
export async function keepPlaybookText(
  db: Database,
  proof: Grant<'playbook', 'record-view' | 'copy' | 'read' | 'ask-model'>,
  {
    place,
    version,
  }: { place?: { step: number; prompt: number } | undefined; version?: number | undefined } = {},
): Promise<Buffer | null> {
  const at: Place = place
    ? { step: sql`${place.step}::int`, prompt: sql`${place.prompt}::int` }
    : { step: sql`null::int`, prompt: sql`null::int` };
  const { rows } = await sql<{ hash: Buffer }>`
    with sent as materialized (
      select playbooks.id, ${playbookText(proof.viewer, at, version)} as body from playbooks
      where playbooks.id = ${proof.id} and ${isSent(proof.viewer, 'playbook')}
        and ${isVersionGiven(proof.viewer, sql`playbooks.id`, sql`${version ?? null}::int`)}
    ), hashed as (select id, body, ${hashOf(sql`body`)} as hash from sent where body is not null),
    kept as (insert into playbook_texts (playbook_id, hash, body) select id, hash, body from hashed
      on conflict (playbook_id, hash) do update set kept_at = now() where playbook_texts.kept_at < now() - interval '1 hour')
    select hash from hashed`.execute(db);
  return rows[0]?.hash ?? null;
}

/** Whether the prompt's text differs from that version. */
const isAnotherText = (version: RawBuilder<number>) => sql<boolean>`(${version} <> prompts.version
  and ${hashOf(sql`prompts.prompt_body`)} is distinct from (select earlier.hash from prompt_versions earlier
    where earlier.prompt_id = prompts.id and earlier.number = ${version}))`;

/** Whether the original of a row of `my_versions` has changed since, as far as the viewer can read it; requires `prompts` to be joined. */
export const isOriginalChanged = (viewer: Viewer): RawBuilder<boolean> => sql<boolean>`coalesce(
  ${conditionSql(viewer, 'prompt', 'read')} and ${isAnotherText(sql`my_versions.base_version`)}, false)`;

/**
 * Whether the text of an entry has changed since, as far as the viewer can read it:
 * in a query over `history_entries entry` with its prompt or playbook.
 */
export const isHistoryChanged = (viewer: Viewer): RawBuilder<boolean> => sql<boolean>`coalesce(case
  when prompts.id is not null then ${conditionSql(viewer, 'prompt', 'read')} and ${isAnotherText(sql`entry.version`)}
  when playbooks.id is not null then ${conditionSql(viewer, 'playbook', 'read')}
    and entry.text_hash is distinct from ${hashOf(playbookText(viewer, entryPlace))} and entry.text_hash is not null end, false)`;

/** The text that an entry of the viewer's history showed, and the current one; both null if the viewer can't read them. */
export async function readHistoryTexts<Definition>(
  db: Database,
  viewer: SignedInViewer,
  id: string,
): Promise<{ before: string | null; now: string | null; definitions: Definition[] } | undefined> {
  const { rows } = await sql<{ before: string | null; now: string | null; definitions: Definition[] }>`
    select case when prompts.id is not null and ${isSent(viewer, 'prompt')} then coalesce(
          (select kept.body from prompt_versions earlier join prompt_texts kept using (prompt_id, hash)
            where earlier.prompt_id = prompts.id and earlier.number = entry.version),
          case when entry.version = prompts.version then prompts.prompt_body end)
        when playbooks.id is not null and ${isSent(viewer, 'playbook')} then
          (select kept.body from playbook_texts kept where kept.playbook_id = playbooks.id and kept.hash = entry.text_hash)
      end as before,
      case when prompts.id is not null and ${isSent(viewer, 'prompt')} then prompts.prompt_body
        when playbooks.id is not null and ${isSent(viewer, 'playbook')} then ${playbookText(viewer, entryPlace)} end as now,
      coalesce(prompts.blanks, '[]') as definitions
    from history_entries entry left join prompts on prompts.id = entry.prompt_id left join playbooks on playbooks.id = entry.playbook_id
    where entry.id = ${id} and entry.user_id = ${viewer.userId}`.execute(db);
  return rows[0];
}
