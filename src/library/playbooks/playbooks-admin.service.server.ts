import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { listForAdmins } from '#access/admin-list.server.ts';
import { columnsOf } from '#access/columns.server.ts';
import type { Database } from '#access/database.ts';
import { type Grant, grant, grantSite } from '#access/decide.ts';
import { promptIdOf, stepCount, stepsTable } from '#access/gated.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { type WriterFor, writable } from '#access/writable.server.ts';
import type { AdminItemsQuery } from '#library/catalog/public/admin-items.contract.ts';
import { adminConditions, adminOrder } from '#library/catalog/public/admin-items.server.ts';
import { assertNotSold } from '#library/catalog/public/assert-not-sold.server.ts';
import { freeSlugs } from '#library/catalog/public/free-slugs.server.ts';
import { fromTrash, lockToEdit, moveSlug, toTrash } from '#library/catalog/public/item-changes.server.ts';
import { type ItemTimes, withIsoTimes } from '#library/catalog/public/item-times.server.ts';
import { slugify } from '#library/catalog/public/slugs.ts';
import { nameGoneTarget, noteNoChange } from '#platform/audit-trail.server.ts';
import { createdAgain, hasValues, newVersion } from '#platform/database/record-version.server.ts';
import { AppError } from '#platform/errors.ts';
import type { MediaService } from '#site/media/public/media.service.server.ts';
import { readCurrency } from '#site/settings/public/read-currency.server.ts';
import { priceProblem } from '#ui/forms/price-problems.ts';
import * as common from '#ui/words/messages.ts';
import type {
  AdminPlaybook,
  AdminPlaybookRow,
  NewPlaybook,
  PlaybookChange,
} from './playbooks-admin.contract.ts';

type Row = Omit<AdminPlaybook, keyof ItemTimes> & ItemTimes;
type ListRow = Omit<AdminPlaybookRow, keyof ItemTimes> & ItemTimes;

const columns = columnsOf(
  'playbooks',
  'id',
  'slug',
  'title',
  'description',
  'category',
  'tags',
  'status',
  'tier_access',
  'is_purchasable',
  'price',
  'image_url',
  'created_at',
  'updated_at',
  'publish_at',
  'deleted_at',
);
const stepsFor = (proof: Grant<'site', 'see-catalog'>) => sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'title', step.title, 'description', step.description, 'prompts', step.prompts) order by step.step_order), '[]')
  from ${stepsTable(proof)} step where step.playbook_id = playbooks.id)`;

/** The library prompts in the steps of the current row's playbook, to read their levels. */
const promptsIn = (proof: Grant<'site', 'see-catalog'>) => sql`${stepsTable(proof)} step
  cross join jsonb_array_elements(step.prompts) entry join prompts prompt on prompt.id = ${promptIdOf(sql`entry`)}
  where step.playbook_id = playbooks.id`;
const unlocksLevel = (proof: Grant<'site', 'see-catalog'>) =>
  sql`(select max(prompt.tier_access) from ${promptsIn(proof)} and prompt.tier_access > playbooks.tier_access)`;

/** Playbooks for editors and admins. Every method throws AppError 401 and 403 for anyone else. */
export function createPlaybooksAdminService(
  db: Database,
  media: MediaService,
  salesModes: () => Promise<string[]>,
) {
  async function read(viewer: Viewer, id: string): Promise<AdminPlaybook> {
    const proof = grantSite(viewer, 'see-catalog');
    const { rows } =
      await sql<Row>`select ${columns}, ${stepCount} as step_count, ${stepsFor(proof)} as steps,
      ${unlocksLevel(proof)} as unlocks_level,
      (select coalesce(jsonb_object_agg(prompt.id, prompt.tier_access), '{}') from ${promptsIn(proof)}) as prompt_levels
      from playbooks where id = ${id}`.execute(db);
    if (!rows[0]) throw new AppError('not_found', common.playbook_not_found());
    return withIsoTimes(rows[0]);
  }

  /** @throws AppError 422 for a price that the payment provider can't charge */
  async function assertChargeable(from: Database, price: number | undefined): Promise<void> {
    const problem = price === undefined ? undefined : priceProblem(price, await readCurrency(from));
    if (problem) throw new AppError('validation_failed', `price: ${problem}`);
  }

  /** Changes the given fields; `steps` replaces all steps. @throws AppError 404, 409 conflict, 422 */
  async function update(
    viewer: Viewer,
    id: string,
    { updated_at: expectedVersion, steps: given, ...change }: PlaybookChange,
    resentBy?: string,
  ): Promise<AdminPlaybook> {
    const before = await read(viewer, id);
    const proof = grant(viewer, 'playbook', 'edit', { ...before, is_purchased: false });
    await writable(db, proof)
      .transaction()
      .execute(async (transaction) => {
        const { slug, status } = await lockToEdit(transaction, 'playbooks', {
          id: proof.id,
          change,
          expectedVersion,
          resentBy,
        });
        const next = { ...change, ...status };
        const isSame =
          (await hasValues(transaction, { table: 'playbooks', id: proof.id }, next)) &&
          (!given || (await hasSteps(transaction, viewer, proof.id, given)));
        if (isSame && !resentBy) return;
        await assertChargeable(transaction, change.price);
        await moveSlug(transaction, 'playbooks', {
          id: proof.id,
          from: slug,
          to: change.slug ?? slug,
        });
        const touched = resentBy ? createdAgain : { updated_at: newVersion };
        await transaction
          .updateTable('playbooks')
          .set({ ...next, ...touched })
          .where('id', '=', proof.id)
          .execute();
        if (given) {
          await transaction.deleteFrom('playbook_steps_new').where('playbook_id', '=', proof.id).execute();
          await writeSteps(transaction, proof.id, given);
        }
      });
    await media.release(before.image_url);
    return read(viewer, id);
  }

  return {
    /** A page of all playbooks, without steps. @throws AppError 400 invalid_cursor */
    async list(viewer: Viewer, query: AdminItemsQuery) {
      const proof = grantSite(viewer, 'see-catalog');
      const page = await listForAdmins<ListRow>(db, proof, {
        table: 'playbooks',
        columns: sql`${columns}, ${stepCount} as step_count, ${unlocksLevel(proof)} as unlocks_level`,
        joins: sql``,
        condition: adminConditions('playbooks', query),
        order: adminOrder('playbooks', query, {
          steps: { key: stepCount, type: 'bigint' },
          price: {
            key: sql`case when playbooks.is_purchasable then playbooks.price else 0 end`,
            type: 'bigint',
          },
        }),
        query,
      });
      return { ...page, items: page.items.map(withIsoTimes) };
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<AdminPlaybook> {
      const found = await read(viewer, id);
      if (found.deleted_at) throw new AppError('not_found', common.playbook_not_found());
      return found;
    },

    /** Creates a playbook with its steps, as a draft by default. Saves everything or nothing. @throws AppError 422 */
    async create(viewer: Viewer, { steps: given = [], ...playbook }: NewPlaybook): Promise<AdminPlaybook> {
      const proof = grantSite(viewer, 'create-playbooks');
      await assertChargeable(db, playbook.price);
      const id = await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          const [slug = ''] = await freeSlugs(transaction, 'playbooks', [
            slugify(playbook.title, 'playbook'),
          ]);
          const row = await transaction
            .insertInto('playbooks')
            .values({ ...playbook, slug, author_id: proof.viewer.userId })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .returning('id')
            .executeTakeFirst();
          if (row) await writeSteps(transaction, row.id, given);
          return row?.id;
        });
      if (id) return read(viewer, id);
      // A retry after a lost response: update the record made the first time.
      const { id: made = '', ...change } = playbook;
      return update(viewer, made, { ...change, steps: given }, proof.viewer.userId);
    },

    update,

    /**
     * Moves the playbook to the trash; `isForever` deletes one that is in the trash.
     * @throws AppError 404; 409 if members have bought it
     */
    async delete(viewer: Viewer, id: string, { isForever = false } = {}): Promise<void> {
      const before = await read(viewer, id);
      const row = { ...before, is_purchased: false };
      nameGoneTarget(before.title);
      const notFound = new AppError('not_found', common.playbook_not_found());
      const modes = await salesModes();
      if (isForever) {
        const playbooks = writable(db, grant(viewer, 'playbook', 'delete', row));
        await playbooks.transaction().execute(async (transaction) => {
          await assertNotSold(transaction, [id], modes);
          // Only test payments remain.
          await transaction
            .deleteFrom('playbook_payments')
            .where('playbook_id', '=', id)
            .where(sql<boolean>`mode <> all(${modes}::payment_mode[])`)
            .execute();
          const deleted = await transaction
            .deleteFrom('playbooks')
            .where('id', '=', id)
            .where('deleted_at', 'is not', null)
            .executeTakeFirst();
          if (deleted.numDeletedRows === 0n) throw notFound;
        });
        return media.release(before.image_url);
      }
      const playbooks = writable(db, grant(viewer, 'playbook', 'edit', row));
      await playbooks.transaction().execute(async (transaction) => {
        await assertNotSold(transaction, [id], modes);
        const trashed = await transaction
          .updateTable('playbooks')
          .set(toTrash)
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (trashed.numUpdatedRows === 0n) throw notFound;
      });
    },

    /** Restores it from the trash with its former status; a scheduled one becomes an unscheduled draft. @throws AppError 404 */
    async restore(viewer: Viewer, id: string): Promise<AdminPlaybook> {
      const proof = grant(viewer, 'playbook', 'edit', { ...(await read(viewer, id)), is_purchased: false });
      const { numUpdatedRows } = await writable(db, proof)
        .updateTable('playbooks')
        .set(fromTrash)
        .where('id', '=', proof.id)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) noteNoChange();
      return read(viewer, id);
    },
  };
}

async function hasSteps(reader: Database, viewer: Viewer, id: string, given: object[]): Promise<boolean> {
  const { rows } = await sql<{ steps: unknown }>`
    select ${stepsFor(grantSite(viewer, 'see-catalog'))} as steps from playbooks where id = ${id}`.execute(
    reader,
  );
  return isDeepStrictEqual(rows[0]?.steps, JSON.parse(JSON.stringify(given)));
}

async function writeSteps(
  transaction: WriterFor<'site', 'create-playbooks'>,
  playbook_id: string,
  given: NonNullable<NewPlaybook['steps']>,
) {
  if (given.length === 0) return;
  const values = given.map(({ title, description, prompts }, step_order) => ({
    playbook_id,
    step_order,
    title,
    description,
    content: '',
    prompts: JSON.stringify(prompts),
  }));
  await transaction.insertInto('playbook_steps_new').values(values).execute();
}
