import { sql } from 'kysely';
import { listForAdmins } from '#access/admin-list.server.ts';
import { columnsOf } from '#access/columns.server.ts';
import type { Database } from '#access/database.ts';
import { type Grant, grant, grantSite } from '#access/decide.ts';
import { gated, stepsTable } from '#access/gated.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import type { AdminItemsQuery } from '#library/catalog/public/admin-items.contract.ts';
import { adminConditions, adminOrder } from '#library/catalog/public/admin-items.server.ts';
import { freeSlugs } from '#library/catalog/public/free-slugs.server.ts';
import { fromTrash, lockToEdit, moveSlug, toTrash } from '#library/catalog/public/item-changes.server.ts';
import { type ItemTimes, withIsoTimes } from '#library/catalog/public/item-times.server.ts';
import { slugify } from '#library/catalog/public/slugs.ts';
import { nameGoneTarget, noteNoChange } from '#platform/audit-trail.server.ts';
import type { AdminListQuery, PageQuery } from '#platform/contract/contract.ts';
import { pageByTitle } from '#platform/database/list-page.server.ts';
import { createdAgain, hasValues, newVersion } from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import type { MediaService } from '#site/media/public/media.service.server.ts';
import * as common from '#ui/words/messages.ts';
import { findNearDuplicates } from './near-duplicates.server.ts';
import type {
  AdminPrompt,
  AdminPromptList,
  AdminPromptRow,
  NewPrompt,
  PickerList,
  PromptChange,
  SimilarPrompt,
} from './prompts-admin.contract.ts';

type Row = Omit<AdminPrompt, keyof ItemTimes> & ItemTimes;
type ListRow = Omit<AdminPromptRow, keyof ItemTimes> & ItemTimes;

const listed = columnsOf(
  'prompts',
  'id',
  'slug',
  'title',
  'category',
  'prompt_type',
  'status',
  'tier_access',
  'difficulty',
  'tags',
  'version',
  'preview_image_url',
  'view_count',
  'vote_count',
  'created_at',
  'updated_at',
  'publish_at',
  'deleted_at',
);
/** What an editor needs beyond a row of the table, except for the gated texts. */
const others = columnsOf('prompts', 'description', 'blanks', 'model_context', 'use_cases');
/** Tables only show one line of it. */
const shortDescription = sql`left(prompts.description, 200) as description`;
const columnsFor = (proof: Grant<'site', 'see-catalog'>) => sql`${listed}, ${others}, author.email as author,
  ${gated(proof, 'prompt', 'prompt_body')} as prompt_body, ${gated(proof, 'prompt', 'example_output')} as example_output`;
const joins = sql`left join profiles author on author.id = prompts.author_id`;

/** Prompts for editors and admins. Every method throws AppError 401 and 403 for anyone else. */
export function createPromptsAdminService(db: Database, media: MediaService) {
  async function read(viewer: Viewer, id: string): Promise<AdminPrompt> {
    const columns = columnsFor(grantSite(viewer, 'see-catalog'));
    const { rows } = await sql<Row>`select ${columns} from prompts ${joins} where prompts.id = ${id}`.execute(
      db,
    );
    if (!rows[0]) throw new AppError('not_found', common.prompt_not_found());
    return withIsoTimes(rows[0]);
  }

  /** Changes the given fields. The slug only changes if given, so that links stay valid. @throws AppError 404, 409 conflict */
  async function update(
    viewer: Viewer,
    id: string,
    { updated_at: expectedVersion, ...change }: PromptChange,
    resentBy?: string,
  ): Promise<AdminPrompt> {
    const before = await read(viewer, id);
    const proof = grant(viewer, 'prompt', 'edit', before);
    await writable(db, proof)
      .transaction()
      .execute(async (transaction) => {
        const { slug, status } = await lockToEdit(transaction, 'prompts', {
          id: proof.id,
          change,
          expectedVersion,
          resentBy,
        });
        const next = { ...toColumns(change), ...status };
        if (!resentBy && (await hasValues(transaction, { table: 'prompts', id: proof.id }, next))) return;
        await moveSlug(transaction, 'prompts', { id: proof.id, from: slug, to: change.slug ?? slug });
        const touched = resentBy ? createdAgain : { updated_at: newVersion };
        await transaction
          .updateTable('prompts')
          .set({ ...next, ...touched })
          .where('id', '=', proof.id)
          .execute();
      });
    await media.release(before.preview_image_url);
    return read(viewer, id);
  }

  return {
    /** A page of all prompts, without their texts. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, query: AdminItemsQuery): Promise<AdminPromptList> {
      const proof = grantSite(viewer, 'see-catalog');
      const page = await listForAdmins<ListRow>(db, proof, {
        table: 'prompts',
        columns: sql`${listed}, ${shortDescription}, author.email as author`,
        joins,
        condition: adminConditions('prompts', query),
        order: adminOrder('prompts', query, {
          type: { key: sql`prompts.prompt_type`, type: 'text' },
          author: { key: sql`lower(author.email)`, type: 'text' },
        }),
        query,
      });
      return { ...page, items: page.items.map(withIsoTimes) };
    },

    /** Published prompts that match `q`, by title, to choose from for a playbook's step. */
    async pick(viewer: Viewer, { q = '', ...query }: AdminListQuery): Promise<PickerList> {
      const body = gated(grantSite(viewer, 'see-catalog'), 'prompt', 'prompt_body');
      const page = pageByTitle('prompt picker', query);
      const found = db
        .selectFrom('prompts')
        .where('status', '=', sql.lit('published'))
        .where(q.trim() === '' ? sql<boolean>`true` : adminConditions('prompts', { q }));
      const items = await found
        .select(['id', 'title', 'description', body.as('prompt_body'), 'tier_access'])
        .where(page.condition)
        .orderBy('title')
        .orderBy('id')
        .limit(query.limit + 1)
        .execute();
      const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
      return { ...page.of(items), total };
    },

    /** Nearly identical prompts in the library. */
    async similar(viewer: Viewer, body: string): Promise<SimilarPrompt[]> {
      return findNearDuplicates(db, grantSite(viewer, 'see-catalog'), body);
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<AdminPrompt> {
      const found = await read(viewer, id);
      if (found.deleted_at) throw new AppError('not_found', common.prompt_not_found());
      return found;
    },

    /** Creates a prompt, by default published and free. Its slug is derived from its title. */
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
      // A retry after a lost response: change the record made the first time.
      const { id: made = '', ...change } = prompt;
      return update(viewer, made, change, proof.viewer.userId);
    },

    update,

    /** Moves the prompt to the trash; `isForever` deletes one that is in the trash. @throws AppError 404 */
    async delete(viewer: Viewer, id: string, { isForever = false } = {}): Promise<void> {
      const before = await read(viewer, id);
      nameGoneTarget(before.title);
      const notFound = new AppError('not_found', common.prompt_not_found());
      if (isForever) {
        const deleted = await writable(db, grant(viewer, 'prompt', 'delete', before))
          .deleteFrom('prompts')
          .where('id', '=', id)
          .where('deleted_at', 'is not', null)
          .executeTakeFirst();
        if (deleted.numDeletedRows === 0n) throw notFound;
        return media.release(before.preview_image_url);
      }
      const trashed = await writable(db, grant(viewer, 'prompt', 'edit', before))
        .updateTable('prompts')
        .set(toTrash)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (trashed.numUpdatedRows === 0n) throw notFound;
    },

    /** Restores it from the trash with its former status; a scheduled one becomes an unscheduled draft. @throws AppError 404 */
    async restore(viewer: Viewer, id: string): Promise<AdminPrompt> {
      const proof = grant(viewer, 'prompt', 'edit', await read(viewer, id));
      const { numUpdatedRows } = await writable(db, proof)
        .updateTable('prompts')
        .set(fromTrash)
        .where('id', '=', proof.id)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) noteNoChange();
      return read(viewer, id);
    },

    /** The playbooks that use the prompt in a step. @throws AppError 404 */
    async uses(viewer: Viewer, id: string, query: PageQuery) {
      const proof = grantSite(viewer, 'see-catalog');
      await read(viewer, id);
      const page = pageByTitle('prompt uses', query);
      const using = sql`from playbooks where deleted_at is null and exists (select from ${stepsTable(proof)} step
        where step.playbook_id = playbooks.id and step.prompts @> ${JSON.stringify([{ prompt_id: id }])}::jsonb)`;
      const [{ rows: items }, { rows: counted }] = await Promise.all([
        sql<{ id: string; slug: string; title: string }>`
          select id, slug, title ${using} and ${page.condition} ${page.ordered}`.execute(db),
        sql<{ total: number }>`select count(*)::int as total ${using}`.execute(db),
      ]);
      return { ...page.of(items), total: counted[0]?.total ?? 0 };
    },
  };
}

/** JSON columns take lists as text. */
const toColumns = <Fields extends Pick<PromptChange, 'blanks'>>({ blanks, ...fields }: Fields) => ({
  ...fields,
  ...(blanks && { blanks: JSON.stringify(blanks) }),
});
