import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantAccount, requireSignedIn } from '#access/decide.ts';
import { grantPrompt } from '#access/items.server.ts';
import { lockMember } from '#access/lock-member.server.ts';
import { visible } from '#access/predicate.server.ts';
import type { SignedInViewer, Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import type { PageQuery } from '#platform/contract/contract.ts';
import { decodeCursor, encodeCursor } from '#platform/database/cursor.server.ts';
import { AppError, idTaken } from '#platform/errors.ts';
import * as common from '#ui/words/messages.ts';
import type { NewResult, PromptResult, ResultList } from './answers.contract.ts';
import * as m from './words/messages.ts';

type Row = Omit<PromptResult, 'created_at'> & { created_at: Date };

const columns = sql`result.id, result.version, result.model, result.result, result.prompt_title as title, result.created_at`;

/** Answers that members have saved, visible only to themselves. Every method throws AppError 401 and 404. */
export function createResultsService(db: Database) {
  /**
   * A page of the results that match `condition`, latest first; it ends early if the texts are long.
   * @throws AppError 400 invalid_cursor
   */
  async function page(
    { userId }: SignedInViewer,
    condition: RawBuilder<unknown>,
    { limit, cursor }: PageQuery,
  ): Promise<ResultList> {
    const [, at, id] = cursor === undefined ? [] : decodeCursor(cursor, 'results', 'newest');
    const after = at ? sql`and (result.created_at, result.id) < (${at}::timestamptz, ${id}::uuid)` : sql``;
    const own = sql`from prompt_results result where result.user_id = ${userId} and ${condition}`;
    const order = sql`result.created_at desc, result.id desc`;
    const [{ rows }, counted] = await Promise.all([
      sql<Row & { at: string; met: number }>`
        with page as (select result.id, result.created_at, octet_length(result.result) as bytes ${own} ${after}
          order by ${order} limit ${limit + 1}),
        sized as (select result.id, count(*) over ()::int as met, sum(bytes) over (order by ${order}) - bytes as before from page result)
        select ${columns}, result.created_at::text as at, met from sized join prompt_results result using (id)
        where before < ${limits.resultsPageBytes} order by ${order} limit ${limit}`.execute(db),
      sql<{ total: number }>`select count(*)::int as total ${own}`.execute(db),
    ]);
    const last = rows.length < (rows[0]?.met ?? 0) ? rows.at(-1) : undefined;
    return {
      items: rows.map(({ at: _, met: __, ...row }) => shown(row)),
      total: counted.rows[0]?.total ?? 0,
      next_cursor: last ? encodeCursor('results', ['newest', last.at, last.id]) : null,
    };
  }

  return {
    /** The member's results of one prompt, even if they can no longer read its text. */
    async list(viewer: Viewer, slug: string, query: PageQuery): Promise<ResultList> {
      const { id, viewer: member } = await grantPrompt(db, viewer, slug, 'open');
      return page(member, sql`result.prompt_id = ${id}`, query);
    },

    /** Results of prompts that the viewer can no longer open because they are deleted or unpublished. */
    async listOfDeleted(viewer: Viewer, query: PageQuery): Promise<ResultList> {
      const member = requireSignedIn(viewer);
      const open = sql`select from prompts where prompts.id = result.prompt_id and ${visible(member, 'prompt', 'open')}`;
      return page(member, sql`not exists (${open})`, query);
    },

    async get(viewer: Viewer, id: string): Promise<PromptResult> {
      const { userId } = requireSignedIn(viewer);
      const { rows } = await sql<Row>`
        select ${columns} from prompt_results result where result.id = ${id} and result.user_id = ${userId}`.execute(
        db,
      );
      if (!rows[0]) throw new AppError('not_found', m.result_not_found());
      return shown(rows[0]);
    },

    /** @throws AppError 403; 409 if the member has too many, or the id belongs to someone else */
    async keep(viewer: Viewer, slug: string, values: NewResult): Promise<PromptResult> {
      const { id: prompt_id } = await grantPrompt(db, viewer, slug, 'ask-model');
      const proof = grantAccount(viewer, 'keep');
      const { userId } = proof.viewer;
      const row = await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          await lockMember(transaction, userId);
          const { id = null, version, model, result } = values;
          const before = await sql<Row>`
            select ${columns} from prompt_results result
            where result.id = ${id} and result.user_id = ${userId} and result.prompt_id = ${prompt_id}`.execute(
            transaction,
          );
          if (before.rows[0]) return before.rows[0];
          const counted = await sql<{ count: number }>`
            select count(*)::int as count from prompt_results where user_id = ${userId}`.execute(transaction);
          if ((counted.rows[0]?.count ?? 0) >= limits.keptResults)
            throw new AppError('conflict', m.refused_results_full({ count: limits.keptResults }));
          const { rows } = await sql<Row>`
            insert into prompt_results as result (id, user_id, prompt_id, prompt_title, version, model, result)
            select coalesce(${id}::uuid, gen_random_uuid()), ${userId}, id, title, ${version}, ${model}, ${result} from prompts where id = ${prompt_id}
            on conflict (id) do nothing returning ${columns}`.execute(transaction);
          return rows[0];
        });
      if (!row) throw values.id ? idTaken() : new AppError('not_found', common.prompt_not_found());
      return shown(row);
    },

    async delete(viewer: Viewer, id: string): Promise<void> {
      const proof = grantAccount(viewer, 'keep');
      const { numDeletedRows } = await writable(db, proof)
        .deleteFrom('prompt_results')
        .where('id', '=', id)
        .where('user_id', '=', proof.viewer.userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError('not_found', m.result_not_found());
    },
  };
}

const shown = (row: Row): PromptResult => ({ ...row, created_at: row.created_at.toISOString() });

/** A member's saved answers, for their data export. */
export const exportResults = (userId: string) => sql`
  select prompt.slug, result.prompt_title, result.version, result.model, result.result, result.created_at
  from prompt_results result left join prompts prompt on prompt.id = result.prompt_id
  where result.user_id = ${userId} order by result.created_at`;
