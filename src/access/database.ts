import type { Kysely } from 'kysely';
import type { DB as EveryColumn } from '#platform/database/database.types.ts';

/**
 * Gated columns: texts that not everyone may read. Steps of playbooks, earlier texts and imported texts are entirely gated: their tables
 * aren't in `DB`.
 */
type GatedColumns = { prompt: 'prompt_body' | 'example_output'; playbook: 'content' };
export type GatedKind = keyof GatedColumns;
export type GatedColumn<Kind extends GatedKind> = GatedColumns[Kind];

/** The database as features see it, without gated columns. `gated.server.ts` reads those, given a proof. */
export interface DB
  extends Omit<
    EveryColumn,
    | 'import_before'
    | 'import_files'
    | 'prompts'
    | 'playbooks'
    | 'playbook_changes'
    | 'playbook_steps_new'
    | 'playbook_texts'
    | 'playbook_version_texts'
    | 'prompt_texts'
  > {
  prompts: Omit<EveryColumn['prompts'], GatedColumn<'prompt'>>;
  playbooks: Omit<EveryColumn['playbooks'], GatedColumn<'playbook'>>;
}

/** Read-only. `writable` turns a proof into a `Writer`. */
export type Database = Pick<Kysely<DB>, 'selectFrom' | 'getExecutor' | 'executeQuery'>;
