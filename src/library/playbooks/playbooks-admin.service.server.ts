import { sql, type Transaction } from 'kysely';
import { requireAdmin } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { freeSlugs } from '#library/catalog/public/free-slugs.server.ts';
import { slugify } from '#library/catalog/public/slugs.ts';
import { refuseWhilePayable } from '#money/billing/public/open-checkouts.service.server.ts';
import { listForAdmins } from '#platform/admin-list.server.ts';
import type { AdminListQuery } from '#platform/contract-fields.ts';
import type { Database } from '#platform/database.server.ts';
import type { DB } from '#platform/database.types.ts';
import { AppError } from '#platform/errors.ts';
import { assertVersion } from '#platform/record-version.server.ts';
import type { MediaService } from '#site/media/public/media.service.server.ts';
import type { AdminPlaybook, NewPlaybook, PlaybookChange } from './playbooks-admin.contract.ts';

type Row = Omit<AdminPlaybook, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

const columns = sql`playbooks.id, playbooks.slug, playbooks.title, playbooks.description, playbooks.category, playbooks.tags,
  playbooks.status, playbooks.tier_access, playbooks.is_purchasable, playbooks.price, playbooks.image_url,
  playbooks.created_at, playbooks.updated_at,
  (select count(*)::int from playbook_steps_new step where step.playbook_id = playbooks.id) as step_count`;
const steps = sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'title', step.title, 'description', step.description, 'prompts', step.prompts) order by step.step_order), '[]')
  from playbook_steps_new step where step.playbook_id = playbooks.id) as steps`;

/** The playbooks as admins keep them. All of it throws AppError 401 and 403 for others. */
export function createPlaybooksAdminService(db: Database, media: MediaService) {
  async function read(id: string): Promise<AdminPlaybook> {
    const { rows } = await sql<Row>`select ${columns}, ${steps} from playbooks where id = ${id}`.execute(db);
    if (!rows[0]) throw new AppError('not_found', 'Playbook not found');
    return toAdminPlaybook(rows[0]);
  }

  return {
    /** A page of all playbooks, newest first, without their steps. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, query: AdminListQuery) {
      requireAdmin(viewer);
      const request = {
        table: 'playbooks',
        columns: sql`${columns}, '[]'::jsonb as steps`,
        joins: sql``,
        searched: 'title',
        query,
      } as const;
      const page = await listForAdmins<Row>(db, request);
      return { ...page, items: page.items.map(toAdminPlaybook) };
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<AdminPlaybook> {
      requireAdmin(viewer);
      return read(id);
    },

    /** A new playbook with its steps, a draft unless said otherwise, all or nothing. */
    async create(viewer: Viewer, { steps: given = [], ...playbook }: NewPlaybook): Promise<AdminPlaybook> {
      const { userId } = requireAdmin(viewer);
      const id = await db.transaction().execute(async (transaction) => {
        const [slug = ''] = await freeSlugs(transaction, 'playbooks', [slugify(playbook.title, 'playbook')]);
        const values = { ...playbook, slug, author_id: userId };
        const row = await transaction
          .insertInto('playbooks')
          .values(values)
          .returning('id')
          .executeTakeFirstOrThrow();
        await writeSteps(transaction, row.id, given);
        return row.id;
      });
      return read(id);
    },

    /** Changes what is given; steps are replaced as a whole. @throws AppError 404, 409 conflict */
    async update(
      viewer: Viewer,
      id: string,
      { updated_at: seen, steps: given, ...change }: PlaybookChange,
    ): Promise<AdminPlaybook> {
      requireAdmin(viewer);
      const before = await read(id);
      await db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('playbooks')
          .select('updated_at')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) throw new AppError('not_found', 'Playbook not found');
        assertVersion(row.updated_at, seen);
        const values = { ...change, updated_at: sql<string>`now()` };
        await transaction.updateTable('playbooks').set(values).where('id', '=', id).execute();
        if (given) {
          await transaction.deleteFrom('playbook_steps_new').where('playbook_id', '=', id).execute();
          await writeSteps(transaction, id, given);
        }
      });
      await media.release(before.image_url);
      return read(id);
    },

    /** @throws AppError 404; 409 where members have bought it. */
    async delete(viewer: Viewer, id: string): Promise<void> {
      requireAdmin(viewer);
      const before = await read(id);
      await refuseWhilePayable(db, 'playbook_id', id);
      const deleted = await db
        .deleteFrom('playbooks')
        .where('id', '=', id)
        .executeTakeFirst()
        .catch((error: { code?: string }) => {
          if (error.code !== '23001' && error.code !== '23503') throw error;
          throw new AppError(
            'conflict',
            'Members have bought this playbook. Set it to draft instead of deleting it.',
          );
        });
      if (deleted.numDeletedRows === 0n) throw new AppError('not_found', 'Playbook not found');
      await media.release(before.image_url);
    },
  };
}

async function writeSteps(
  transaction: Transaction<DB>,
  playbook_id: string,
  given: NonNullable<NewPlaybook['steps']>,
) {
  if (given.length === 0) return;
  const values = given.map(({ title, description, prompts }, step_order) => ({
    ...{ playbook_id, step_order, title, description },
    content: '',
    prompts: JSON.stringify(prompts),
  }));
  await transaction.insertInto('playbook_steps_new').values(values).execute();
}

function toAdminPlaybook(row: Row & { sort_key?: string }): AdminPlaybook {
  const { sort_key: _key, ...playbook } = row;
  return { ...playbook, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}
