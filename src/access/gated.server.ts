import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { uuidOrNull } from '#platform/database/uuid-or-null.server.ts';
import { currentSlug } from './current-slug.server.ts';
import type { Database, GatedColumn, GatedKind } from './database.ts';
import { isGivenBy, isVersionGiven } from './given-versions.server.ts';
import type { Grant, Operator } from './internal/proofs.ts';
import { conditionSql, hasBought, tables } from './predicate.server.ts';
import type { Viewer } from './viewer.ts';

// Gated texts are only read here and in the other files of this folder. Texts that a viewer can't read never leave PostgreSQL.

/** Proofs for reading every text: an admin's or editor's, and the site's own for work on the library or its pictures. */
export type ReadsEverything = Grant<'site', 'see-catalog'> | Operator<'library' | 'media'>;

/**
 * Whether the viewer may see a row's text: they have read access and, if their plan counts reading, it has been counted today. Purchases
 * are never counted.
 */
export function isSent(viewer: Viewer, kind: GatedKind): RawBuilder<SqlBool> {
  const canRead = conditionSql(viewer, kind, 'read');
  if (viewer.kind === 'visitor' || !viewer.readingCounts) return canRead;
  const isCounted = sql<SqlBool>`exists (select from daily_reads counted
    where counted.user_id = ${viewer.userId} and counted.day = (now() at time zone 'utc')::date
      and counted.target_type = ${kind} and counted.target_id = ${sql.ref(`${tables[kind]}.id`)})`;
  return kind === 'playbook'
    ? sql<SqlBool>`(${canRead} and (${isCounted} or ${hasBought(viewer)}))`
    : sql<SqlBool>`(${canRead} and ${isCounted})`;
}

/** A gated column: its value if the viewer may see it, otherwise null. */
export function revealed<Kind extends GatedKind>(
  viewer: Viewer,
  kind: Kind,
  column: GatedColumn<Kind>,
): RawBuilder<string | null> {
  const value = sql.ref(`${tables[kind]}.${column}`);
  return sql<string | null>`case when ${isSent(viewer, kind)} then ${value} end`;
}

/** A gated column: in full for readers, its first characters for everyone else. */
export function teaser<Kind extends GatedKind>(
  viewer: Viewer,
  kind: Kind,
  column: GatedColumn<Kind>,
  length: number,
): RawBuilder<string> {
  const value = sql.ref(`${tables[kind]}.${column}`);
  return sql<string>`case when ${isSent(viewer, kind)} then ${value} else left(${value}, ${sql.lit(length)}) end`;
}

/** Whether a teaser of this length is shortened for the viewer. */
export function isCut<Kind extends GatedKind>(
  viewer: Viewer,
  kind: Kind,
  column: GatedColumn<Kind>,
  length: number,
): RawBuilder<SqlBool> {
  const value = sql.ref(`${tables[kind]}.${column}`);
  return sql<SqlBool>`(char_length(${value}) > ${sql.lit(length)} and not ${isSent(viewer, kind)})`;
}

/** A gated column in full, in a query over the table of `kind` (not aliased). */
export function gated<Kind extends GatedKind>(
  _proof: ReadsEverything,
  kind: Kind,
  column: GatedColumn<Kind>,
): RawBuilder<string> {
  return sql.ref(`${tables[kind]}.${column}`);
}

/** The table with the steps of all playbooks: `playbook_id`, `step_order` (0-based), `title`, `description`, `prompts` (JSON). */
export const stepsTable = (_proof: ReadsEverything): RawBuilder<unknown> => sql.table('playbook_steps_new');

/**
 * The id of the library prompt that a step's entry refers to, cast so that the prompt's index is used; null for the playbook's own prompts,
 * or if the stored value isn't an id.
 */
export const promptIdOf = (entry: RawBuilder<unknown>): RawBuilder<string | null> =>
  uuidOrNull(sql`${entry} ->> 'prompt_id'`);

/** The table of earlier prompt texts: `prompt_id`, `hash`, `body`. */
export const versionTextsTable = (_proof: ReadsEverything): RawBuilder<unknown> => sql.table('prompt_texts');

/** The table of playbook texts for members' histories: `playbook_id`, `hash`, `body`. */
export const keptTextsTable = (_proof: ReadsEverything): RawBuilder<unknown> => sql.table('playbook_texts');

/** The table of items before an import changed them: `import_id`, `item_id`, `before` (JSON). */
export const beforeImportsTable = (_proof: ReadsEverything): RawBuilder<unknown> =>
  sql.table('import_before');

/** The number of steps of the row's playbook, which is public. */
export const stepCount = sql<number>`(select count(*)::int from playbook_steps_new step where step.playbook_id = playbooks.id)`;

/** The current text of a prompt that can be copied or run, and its author's definitions of blanks. */
export async function readPromptText<Definition>(
  db: Database,
  proof: Grant<'prompt', 'copy' | 'ask-model'>,
): Promise<{ body: string; definitions: Definition[]; version: number }> {
  const { rows } = await sql<{ body: string; definitions: Definition[]; version: number }>`
    select prompt_body as body, blanks as definitions, version from prompts where id = ${proof.id}`.execute(
    db,
  );
  if (!rows[0]) throw new Error(`There is no prompt ${proof.id}`);
  return rows[0];
}

/** The example output of a prompt that can be copied; Markdown. */
export async function readExampleOutput(db: Database, proof: Grant<'prompt', 'copy'>): Promise<string> {
  const { rows } = await sql<{ example: string }>`
    select example_output as example from prompts where id = ${proof.id}`.execute(db);
  return rows[0]?.example ?? '';
}

/**
 * The blanks that `find` finds in a prompt's text, for a viewer who can open the prompt but not read it: without their defaults. Names are
 * short and only say what to fill in; the rest of the text stays here.
 */
export async function readLockedBlanks<Blank extends { name: string; default: string }>(
  db: Database,
  proof: Grant<'prompt', 'open'>,
  find: (body: string) => Blank[],
): Promise<Blank[]> {
  const { rows } = await sql<{
    body: string;
  }>`select prompt_body as body from prompts where id = ${proof.id}`.execute(db);
  return find(rows[0]?.body ?? '').map((blank) => ({ ...blank, default: '' }));
}

/** One of a prompt's published texts, including the current one; undefined if there is no such version. */
export async function readPromptVersion(
  db: Database,
  proof: Grant<'prompt', 'read'>,
  number: number,
): Promise<{ body: string; saved_at: Date; is_current: boolean } | undefined> {
  const { rows } = await sql<{ body: string; saved_at: Date; is_current: boolean }>`
    select prompt_body as body, version_at as saved_at, true as is_current from prompts
      where id = ${proof.id} and version = ${number} and ${isSent(proof.viewer, 'prompt')}
    union all select kept.body, earlier.saved_at, false from prompt_versions earlier
      join prompt_texts kept using (prompt_id, hash) join prompts on prompts.id = earlier.prompt_id
      where prompt_id = ${proof.id} and number = ${number} and ${isSent(proof.viewer, 'prompt')}`.execute(db);
  return rows[0];
}

type Step<Definition> = {
  id: string;
  step_order: number;
  title: string;
  description: string;
  prompts: {
    type: 'library' | 'manual';
    title: string;
    prompt_body: string;
    /** The author's definitions of a library prompt's blanks. */
    definitions: Definition[];
    slug: string | null;
  }[];
};

/**
 * The steps of a playbook with their prompts, current or at a version. A published library prompt that the playbook still contains has its
 * current text, any other the text from when the step was saved. Only the access to the playbook counts, whatever the prompts' tiers.
 * @returns undefined if the viewer's plan counts reading, and this playbook isn't counted for today
 */
export async function readSteps<Definition>(
  db: Database,
  proof: Grant<'playbook', 'read'>,
  version?: number,
): Promise<Step<Definition>[] | undefined> {
  if (proof.viewer.readingCounts) {
    const { rows } =
      await sql`select from playbooks where id = ${proof.id} and ${isSent(proof.viewer, 'playbook')}`.execute(
        db,
      );
    if (!rows[0]) return undefined;
  }
  const { rows } = await sql<Step<Definition>>`
    select step.id, step.step_order, step.title, step.description, (
      select coalesce(jsonb_agg(jsonb_build_object(
          'type', coalesce(entry.value ->> 'type', 'manual'),
          'title', coalesce(prompts.title, entry.value ->> 'title', ''),
          'prompt_body', coalesce(prompts.prompt_body, entry.value ->> 'prompt_body', ''),
          'definitions', coalesce(prompts.blanks, '[]'),
          'slug', prompts.slug) order by entry.ordinality), '[]')
      from jsonb_array_elements(step.prompts) with ordinality as entry
      left join prompts on prompts.id = ${promptIdOf(sql`entry.value`)} and prompts.status = 'published'
        and ${isGivenBy(proof.viewer, sql`${proof.id}::uuid`, version)}
    ) as prompts
    from playbook_steps_at(${proof.id}, ${version ?? null}::int) step
    where ${isVersionGiven(proof.viewer, sql`${proof.id}::uuid`, sql`${version ?? null}::int`)} order by step.step_order`.execute(
    db,
  );
  return rows;
}

/** Statistics about a text; only these leave this folder. */
type Counts = Record<string, number>;

/**
 * The public facts about a published prompt's text: what `count` computes from it and its author's definitions of blanks, and its first
 * lines if its plan shows them. These are at most `length` characters, and at most a third of the text.
 */
export async function previewPromptBody<Kind extends Counts, Definition>(
  db: Database,
  viewer: Viewer,
  slug: string,
  length: number,
  count: (body: string, definitions: Definition[]) => Kind,
): Promise<{ counts: Kind; firstLines: string | null } | undefined> {
  const { rows } = await sql<{ body: string; definitions: Definition[]; first_lines: string | null }>`
    select prompt_body as body, blanks as definitions,
      case when ${conditionSql(viewer, 'prompt', 'preview-lines')} then left(prompt_body, least(${length}::int, length(prompt_body) / 3)) end as first_lines
    from prompts where slug = ${currentSlug('prompts', slug)} and ${conditionSql(viewer, 'prompt', 'preview')}`.execute(
    db,
  );
  return rows[0] && { counts: count(rows[0].body, rows[0].definitions), firstLines: rows[0].first_lines };
}

/** The titles of a published playbook's steps, each with its number of prompts. */
export async function previewSteps(
  db: Database,
  viewer: Viewer,
  slug: string,
): Promise<{ title: string; prompt_count: number }[]> {
  const { rows } = await sql<{ title: string; prompt_count: number }>`
    select step.title, jsonb_array_length(step.prompts) as prompt_count
    from playbook_steps_new step join playbooks on playbooks.id = step.playbook_id
    where playbooks.slug = ${currentSlug('playbooks', slug)} and ${conditionSql(viewer, 'playbook', 'preview')}
    order by step.step_order`.execute(db);
  return rows;
}
