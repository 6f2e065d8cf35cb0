import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantAccount } from '#access/decide.ts';
import { grantPrompt } from '#access/items.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { NewResult, PromptResult } from './answers.contract.ts';

/** Answers that members have kept, each for themselves. All of it throws AppError 401 and 404. */
export function createResultsService(db: Database) {
  const columns = ['id', 'version', 'model', 'result', 'created_at'] as const;
  const shown = (row: Omit<PromptResult, 'created_at'> & { created_at: Date }): PromptResult => ({
    ...row,
    created_at: row.created_at.toISOString(),
  });
  return {
    /** Those of one prompt, the latest first, whether its text can still be read or not. */
    async list(viewer: Viewer, slug: string) {
      const { id, viewer: member } = await grantPrompt(db, viewer, slug, 'open');
      const rows = await db
        .selectFrom('prompt_results')
        .select(columns)
        .where('user_id', '=', member.userId)
        .where('prompt_id', '=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return { items: rows.map(shown), total: rows.length };
    },

    /** @throws AppError 403; 409 where there are too many */
    async keep(viewer: Viewer, slug: string, values: NewResult): Promise<PromptResult> {
      const { id: prompt_id } = await grantPrompt(db, viewer, slug, 'run');
      const proof = grantAccount(viewer, 'keep');
      const { userId } = proof.viewer;
      const row = await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          // Taken first: parallel requests of one member wait here for each other, so that each counts what the others have kept.
          await sql`select from profiles where id = ${userId} for no key update`.execute(transaction);
          // What is left of deleted prompts is shown nowhere, so it takes no place.
          const { rows } = await sql<{ all: number; here: number }>`
            select count(prompt_id)::int as "all", (count(*) filter (where prompt_id = ${prompt_id}))::int as here
            from prompt_results where user_id = ${userId}`.execute(transaction);
          const { all = 0, here = 0 } = rows[0] ?? {};
          if (all >= limits.keptResults || here >= limits.keptResultsOfPrompt)
            throw new AppError(
              'conflict',
              `You can keep ${limits.keptResultsOfPrompt} results of a prompt and ${limits.keptResults} in all. Delete one to keep another.`,
            );
          return transaction
            .insertInto('prompt_results')
            .values({ user_id: userId, prompt_id, ...values })
            .returning(columns)
            .executeTakeFirstOrThrow();
        });
      return shown(row);
    },

    async delete(viewer: Viewer, id: string): Promise<void> {
      const proof = grantAccount(viewer, 'keep');
      const { numDeletedRows } = await writable(db, proof)
        .deleteFrom('prompt_results')
        .where('id', '=', id)
        .where('user_id', '=', proof.viewer.userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('not_found', 'Result not found');
    },
  };
}

/** What a member has kept, for their data export. */
export const exportResults = (userId: string) => sql`
  select prompt.slug, result.version, result.model, result.result, result.created_at
  from prompt_results result left join prompts prompt on prompt.id = result.prompt_id
  where result.user_id = ${userId} order by result.created_at`;
