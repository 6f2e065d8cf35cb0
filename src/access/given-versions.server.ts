import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { conditionSql } from './predicate.server.ts';
import type { Viewer } from './viewer.ts';

// The parts of an earlier playbook version that its current readers may see.

/**
 * Whether a library prompt comes with a version of the playbook with its current text: in a query over `prompts`. It does if the current
 * steps contain it. A prompt that is only in earlier steps has been removed; viewers who can't read it on its own get
 * the text saved with those steps.
 */
export function isGivenBy(
  viewer: Viewer,
  playbookId: RawBuilder<unknown>,
  version: number | undefined,
): RawBuilder<SqlBool> {
  if (version === undefined) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${conditionSql(viewer, 'prompt', 'read')} or exists (
    select from playbook_steps_new today cross join jsonb_array_elements(today.prompts) named
    where today.playbook_id = ${playbookId} and named.value ->> 'prompt_id' = prompts.id::text))`;
}

/** Whether the version was published, or is used by one of the viewer's runs. */
export const isVersionGiven = (
  viewer: Viewer,
  playbookId: RawBuilder<unknown>,
  version: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql<SqlBool>`not exists (
  select from playbook_versions hidden where hidden.playbook_id = ${playbookId} and hidden.number = ${version} and not hidden.is_public
    and not exists (select from playbook_runs run where run.playbook_id = hidden.playbook_id and run.version = hidden.number
      and run.user_id = ${viewer.kind === 'visitor' ? null : viewer.userId}::uuid))`;
