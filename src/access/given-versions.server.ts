import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { limits } from '#constants';
import { uuidOrNull } from '#platform/database/uuid-or-null.server.ts';
import { conditionSql } from './predicate.server.ts';
import type { Viewer } from './viewer.ts';

// The parts of an earlier playbook version that its current readers may see.

/**
 * Whether a library prompt comes with a version of the playbook with its current text: in a query over `prompts`. It does if the current
 * steps contain it, unless all of them together are too long. A prompt that is only in earlier steps has been removed; viewers who can't
 * read it on its own get the text saved with those steps.
 */
export function isGivenBy(
  viewer: Viewer,
  playbookId: RawBuilder<unknown>,
  version: number | undefined,
): RawBuilder<SqlBool> {
  const areShort = areShortEnough(playbookId, version);
  if (version === undefined) return areShort;
  return sql<SqlBool>`(${areShort} and (${conditionSql(viewer, 'prompt', 'read')} or exists (
    select from playbook_steps_new today cross join jsonb_array_elements(today.prompts) named
    where today.playbook_id = ${playbookId} and named.value ->> 'prompt_id' = prompts.id::text)))`;
}

/**
 * Whether the library prompts of a version can be given with their current texts: a playbook can name a long prompt thousands of times, and
 * the texts saved with its steps are no longer than what was sent to save them. The lengths are known without reading the texts.
 */
const areShortEnough = (playbookId: RawBuilder<unknown>, version: number | undefined) => sql<SqlBool>`((
  select coalesce(sum(octet_length(long.prompt_body)), 0) from playbook_steps_at(${playbookId}, ${version ?? null}::int) counted
  cross join jsonb_array_elements(counted.prompts) part
  join prompts long on long.id = ${uuidOrNull(sql`part.value ->> 'prompt_id'`)}) <= ${limits.playbookTexts})`;

/** Whether the version was published, or is used by one of the viewer's runs. */
export const isVersionGiven = (
  viewer: Viewer,
  playbookId: RawBuilder<unknown>,
  version: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql<SqlBool>`not exists (
  select from playbook_versions hidden where hidden.playbook_id = ${playbookId} and hidden.number = ${version} and not hidden.is_public
    and not exists (select from playbook_runs run where run.playbook_id = hidden.playbook_id and run.version = hidden.number
      and run.user_id = ${viewer.kind === 'visitor' ? null : viewer.userId}::uuid))`;
