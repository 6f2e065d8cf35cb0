import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { Grant } from '#access/decide.ts';
import { gated } from '#access/gated.server.ts';
import type { SimilarPrompt } from './prompts-admin.contract.ts';

/** The minimum trigram similarity (0 to 1) of nearly identical prompts. */
const threshold = 0.6;
/** How many characters of each prompt are compared, and how many prompts of similar length. */
const compared = { characters: 4_000, prompts: 2_000 };
/** The maximum relative difference in length between nearly identical prompts. */
const lengthTolerance = 0.25;
const shown = 5;

/**
 * Finds prompts that are nearly identical to a text, most similar first. A trigram index of all bodies would be as
 * large as the library, so only prompts of similar length are compared, and the cost doesn't grow with the library.
 */
export async function findNearDuplicates(
  db: Database,
  proof: Grant<'site', 'see-catalog'>,
  body: string,
): Promise<SimilarPrompt[]> {
  const promptBody = gated(proof, 'prompt', 'prompt_body');
  const text = body.trim();
  const { length } = [...text];
  const [min, max] = [Math.floor(length * (1 - lengthTolerance)), Math.ceil(length * (1 + lengthTolerance))];
  const near = (side: 'up' | 'down') => {
    const range =
      side === 'up'
        ? sql`length(${promptBody}) between ${length} and ${max} order by length(${promptBody})`
        : sql`length(${promptBody}) between ${min} and ${length - 1} order by length(${promptBody}) desc`;
    return sql`(select id, slug, title, ${promptBody} as text from prompts where deleted_at is null and ${range} limit ${compared.prompts / 2})`;
  };
  const { rows } = await sql<SimilarPrompt>`
    select id, slug, title, round(similarity::numeric, 2)::float8 as similarity from (
      select id, slug, title, similarity(left(near.text, ${compared.characters}), left(${text}, ${compared.characters})) as similarity
      from (${near('up')} union all ${near('down')}) near
    ) found where similarity >= ${threshold} order by similarity desc, id limit ${shown}`.execute(db);
  return rows;
}
