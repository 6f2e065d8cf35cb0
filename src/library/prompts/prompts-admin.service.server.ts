import { sql } from 'kysely';
import { listForAdmins } from '#access/admin-list.server.ts';
import { columnsOf } from '#access/columns.server.ts';
import type { Database } from '#access/database.ts';
import { type Grant, grant, grantSite } from '#access/decide.ts';
import { gated } from '#access/gated.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { freeSlugs } from '#library/catalog/public/free-slugs.server.ts';
import { slugify } from '#library/catalog/public/slugs.ts';
import { titleCondition } from '#library/catalog/public/title-search.server.ts';
import type { AdminListQuery } from '#platform/contract-fields.ts';
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

const open = columnsOf(
  'prompts',
  'id',
  'slug',
  'title',
  'description',
  'category',
  'prompt_type',
  'status',
  'tier_access',
  'difficulty',
  'tags',
  'blanks',
  'version',
  'preview_image_url',
  'model_context',
  'use_cases',
  'view_count',
  'vote_count',
  'created_at',
  'updated_at',
);
const columnsFor = (proof: Grant<'site', 'see-catalog'>) => sql`${open}, author.email as author,
  ${gated(proof, 'prompt', 'prompt_body')} as prompt_body, ${gated(proof, 'prompt', 'example_output')} as example_output`;
const pickerLength = 30;
const joins = sql`left join profiles author on author.id = prompts.author_id`;

/** The catalog of prompts as admins keep it. All of it throws AppError 401 and 403 for others. */
export function createPromptsAdminService(db: Database, media: MediaService) {
  async function read(viewer: Viewer, id: string): Promise<AdminPrompt> {
    const columns = columnsFor(grantSite(viewer, 'see-catalog'));
    const { rows } = await sql<Row>`select ${columns} from prompts ${joins} where prompts.id = ${id}`.execute(
      db,
    );
    if (!rows[0]) throw new AppError('not_found', 'Prompt not found');
    return toAdminPrompt(rows[0]);
  }

  /** Changes what is given; the slug stays, so that links do. @throws AppError 404, 409 conflict */
  async function update(
    viewer: Viewer,
    id: string,
    { updated_at: expectedVersion, ...change }: PromptChange,
  ): Promise<AdminPrompt> {
    const before = await read(viewer, id);
    const proof = grant(viewer, 'prompt', 'edit', before);
    await writable(db, proof)
      .transaction()
      .execute(async (transaction) => {
        const row = await transaction
          .selectFrom('prompts')
          .select('updated_at')
          .where('id', '=', proof.id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) throw new AppError('not_found', 'Prompt not found');
        assertVersion(row.updated_at, expectedVersion);
        const values = { ...toColumns(change), updated_at: sql<string>`now()` };
        await transaction.updateTable('prompts').set(values).where('id', '=', proof.id).execute();
      });
    await media.release(before.preview_image_url);
    return read(viewer, id);
  }

  return {
    /** A page of all prompts, newest first. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, query: AdminListQuery): Promise<AdminPromptList> {
      const proof = grantSite(viewer, 'see-catalog');
      const page = await listForAdmins<Row>(db, proof, {
        table: 'prompts',
        columns: columnsFor(proof),
        joins,
        searched: (q) => titleCondition('prompts', q),
        query,
      });
      return { ...page, items: page.items.map(toAdminPrompt) };
    },

    /** Published prompts whose title has `q`, by title: what a playbook's step may take. */
    async pick(viewer: Viewer, q = ''): Promise<PickerItem[]> {
      const body = gated(grantSite(viewer, 'see-catalog'), 'prompt', 'prompt_body');
      const pattern = `%${q.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
      return db
        .selectFrom('prompts')
        .select(['id', 'title', 'description', body.as('prompt_body'), 'tier_access'])
        .where('status', '=', sql.lit('published'))
        .where('title', 'ilike', pattern)
        .orderBy('title')
        .orderBy('id')
        .limit(pickerLength)
        .execute();
    },

    /** What is nearly identical in the library. */
    async similar(viewer: Viewer, body: string): Promise<SimilarPrompt[]> {
      return findNearDuplicates(db, grantSite(viewer, 'see-catalog'), body);
    },

    /** @throws AppError 404 */
    get: read,

    /** A new prompt, published and free unless said otherwise; its slug comes from its title. */
    async create(viewer: Viewer, prompt: NewPrompt): Promise<AdminPrompt> {
      const proof = grantSite(viewer, 'create-prompts');
      const id = await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          const [slug = ''] = await freeSlugs(transaction, 'prompts', [slugify(prompt.title)]);
          const row = await transaction
            .insertInto('prompts')
            .values({ status: 'published', ...toColumns(prompt), slug, author_id: proof.viewer.userId })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .returning('id')
            .executeTakeFirst();
          return row?.id;
        });
      if (id) return read(viewer, id);
      // Its answer was lost, and it is sent again.
      const { id: made = '', ...change } = prompt;
      return update(viewer, made, change);
    },

    update,

    /** @throws AppError 404 */
    async delete(viewer: Viewer, id: string): Promise<void> {
      const before = await read(viewer, id);
      const proof = grant(viewer, 'prompt', 'delete', before);
      const deleted = await writable(db, proof)
        .deleteFrom('prompts')
        .where('id', '=', proof.id)
        .executeTakeFirst();
      if (deleted.numDeletedRows === 0n) throw new AppError('not_found', 'Prompt not found');
      await media.release(before.preview_image_url);
    },
  };
}

/** A list in a JSON column has to be given as text. */
const toColumns = <Fields extends Pick<PromptChange, 'blanks'>>({ blanks, ...fields }: Fields) => ({
  ...fields,
  ...(blanks && { blanks: JSON.stringify(blanks) }),
});

function toAdminPrompt(row: Row & { sort_key?: string }): AdminPrompt {
  const { sort_key: _key, ...prompt } = row;
  return { ...prompt, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}
