import { sql } from 'kysely';
import { grant, requireAdmin } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { freeSlugs } from '#library/catalog/public/free-slugs.server.ts';
import { slugify } from '#library/catalog/public/slugs.ts';
import { listForAdmins } from '#platform/admin-list.server.ts';
import type { AdminListQuery } from '#platform/contract-fields.ts';
import type { Database } from '#platform/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { assertVersion } from '#platform/record-version.server.ts';
import type { MediaService } from '#site/media/public/media.service.server.ts';
import { findNearDuplicates } from './near-duplicates.server.ts';
import type {
  AdminPrompt,
  AdminPromptList,
  NewPrompt,
  PickerItem,
  PromptChange,
  SimilarPrompt,
} from './prompts-admin.contract.ts';

type Row = Omit<AdminPrompt, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

const columns = sql`prompts.id, prompts.slug, prompts.title, prompts.description, prompts.prompt_body, prompts.category,
  prompts.prompt_type, prompts.status, prompts.tier_access, prompts.difficulty, prompts.tags, prompts.preview_image_url,
  prompts.model_context, prompts.use_cases, prompts.example_output, prompts.view_count, prompts.vote_count,
  prompts.created_at, prompts.updated_at, author.email as author`;
const pickerLength = 30;
const joins = sql`left join profiles author on author.id = prompts.author_id`;

/** The catalog of prompts as admins keep it. All of it throws AppError 401 and 403 for others. */
export function createPromptsAdminService(db: Database, media: MediaService) {
  async function read(id: string): Promise<AdminPrompt> {
    const { rows } = await sql<Row>`select ${columns} from prompts ${joins} where prompts.id = ${id}`.execute(
      db,
    );
    if (!rows[0]) throw new AppError('not_found', 'Prompt not found');
    return toAdminPrompt(rows[0]);
  }

  return {
    /** A page of all prompts, newest first. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, query: AdminListQuery): Promise<AdminPromptList> {
      requireAdmin(viewer);
      const page = await listForAdmins<Row>(db, {
        table: 'prompts',
        columns,
        joins,
        searched: 'title',
        query,
      });
      return { ...page, items: page.items.map(toAdminPrompt) };
    },

    /** Published prompts whose title has `q`, by title: what a playbook's step may take. */
    async pick(viewer: Viewer, q = ''): Promise<PickerItem[]> {
      requireAdmin(viewer);
      const pattern = `%${q.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
      return db
        .selectFrom('prompts')
        .select(['id', 'title', 'description', 'prompt_body', 'tier_access'])
        .where('status', '=', sql.lit('published'))
        .where('title', 'ilike', pattern)
        .orderBy('title')
        .orderBy('id')
        .limit(pickerLength)
        .execute();
    },

    /** What is nearly identical in the library. */
    async similar(viewer: Viewer, body: string): Promise<SimilarPrompt[]> {
      requireAdmin(viewer);
      return findNearDuplicates(db, body);
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<AdminPrompt> {
      requireAdmin(viewer);
      return read(id);
    },

    /** A new prompt, published and free unless said otherwise; its slug comes from its title. */
    async create(viewer: Viewer, prompt: NewPrompt): Promise<AdminPrompt> {
      const { userId } = requireAdmin(viewer);
      const id = await db.transaction().execute(async (transaction) => {
        const [slug = ''] = await freeSlugs(transaction, 'prompts', [slugify(prompt.title)]);
        const values = { status: 'published', ...prompt, slug, author_id: userId };
        const row = await transaction
          .insertInto('prompts')
          .values(values)
          .returning('id')
          .executeTakeFirstOrThrow();
        return row.id;
      });
      return read(id);
    },

    /** Changes what is given; the slug stays, so that links do. @throws AppError 404, 409 conflict */
    async update(
      viewer: Viewer,
      id: string,
      { updated_at: seen, ...change }: PromptChange,
    ): Promise<AdminPrompt> {
      requireAdmin(viewer);
      const before = await read(id);
      await db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('prompts')
          .select(['id', 'status', 'tier_access', 'updated_at'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        const proof = grant(viewer, 'prompt', 'edit', row);
        if (row) assertVersion(row.updated_at, seen);
        const values = { ...change, updated_at: sql<string>`now()` };
        await transaction.updateTable('prompts').set(values).where('id', '=', proof.id).execute();
      });
      await media.release(before.preview_image_url);
      return read(id);
    },

    /** @throws AppError 404 */
    async delete(viewer: Viewer, id: string): Promise<void> {
      requireAdmin(viewer);
      const before = await read(id);
      const deleted = await db.deleteFrom('prompts').where('id', '=', id).executeTakeFirst();
      if (deleted.numDeletedRows === 0n) throw new AppError('not_found', 'Prompt not found');
      await media.release(before.preview_image_url);
    },
  };
}

function toAdminPrompt(row: Row & { sort_key?: string }): AdminPrompt {
  const { sort_key: _key, ...prompt } = row;
  return { ...prompt, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}
