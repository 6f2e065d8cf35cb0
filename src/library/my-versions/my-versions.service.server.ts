import { randomUUID } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import { currentSlug } from '#access/current-slug.server.ts';
import type { Database } from '#access/database.ts';
import { type Grant, grant, grantAccount, requireSignedIn } from '#access/decide.ts';
import { readPromptVersion } from '#access/gated.server.ts';
import { isOriginalChanged } from '#access/gated-history.server.ts';
import { grantPrompt } from '#access/items.server.ts';
import { lockMember } from '#access/lock-member.server.ts';
import { visible } from '#access/predicate.server.ts';
import type { SignedInViewer, Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import type { BlankDefinition } from '#library/blanks/public/blank-fields.ts';
import { readBlanks, valuesByKey } from '#library/blanks/public/blanks.ts';
import type { Readings } from '#library/catalog/public/readings.ts';
import { difference, requireComparison } from '#library/versions/public/difference.server.ts';
import { hasValues, newVersion } from '#platform/database/record-version.server.ts';
import { AppError, idTaken } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { isoTimes, type RowTimes } from '#platform/text/iso-time.ts';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import { mergeTexts } from './merge-texts.server.ts';
import type {
  Merge,
  MyVersion,
  MyVersionChange,
  MyVersionItem,
  MyVersionQuery,
  NewMyVersion,
} from './my-versions.contract.ts';
import * as m from './words/messages.ts';

type Row = Omit<MyVersion, keyof RowTimes | 'blanks' | 'difference' | 'can'> &
  RowTimes & { can_read: boolean; definitions: BlankDefinition[] };

/** The part of the prompts service that is needed here. */
type Prompts = {
  /** Copies a prompt. Counts the copy in the same transaction that `keep` uses to save it. */
  copy(
    viewer: Viewer,
    slug: string,
    request: { values?: Record<string, string> },
    keep: (copied: { prompt_body: string; version: number }, transaction: Database) => Promise<void>,
  ): Promise<unknown>;
} & Pick<Readings, 'requireReading'>;

const notFound = () => new AppError('not_found', common.not_found());

/** Members' own, edited copies of prompts; for anyone else they don't exist (404). Every method throws AppError 401. */
export function createMyVersionsService(db: Database, prompts: Prompts, rateLimits: RateLimits) {
  const columns = (
    viewer: SignedInViewer,
  ) => sql`my_versions.id, my_versions.name, my_versions.created_at, my_versions.updated_at,
    case when prompts.id is not null then jsonb_build_object('slug', prompts.slug, 'title', prompts.title) end as prompt,
    ${isOriginalChanged(viewer)} as is_original_changed`;
  const from = (viewer: SignedInViewer) => sql`from my_versions
    left join prompts on prompts.id = my_versions.prompt_id and ${visible(viewer, 'prompt', 'open')}
    where ${visible(viewer, 'my-version', 'read')}`;

  async function find(viewer: SignedInViewer, id: string): Promise<Row> {
    // Even a viewer who can read every prompt can't read a deleted one.
    const canRead = sql`(prompts.id is not null and ${visible(viewer, 'prompt', 'read')})`;
    const { rows } =
      await sql<Row>`select ${columns(viewer)}, my_versions.body as text, my_versions.values, my_versions.base_version,
      case when ${canRead} then prompts.version end as original_version,
      coalesce(${canRead}, false) as can_read,
      case when ${canRead} then prompts.blanks else '[]' end as definitions
      ${from(viewer)} and my_versions.id = ${id}`.execute(db);
    if (!rows[0]) throw notFound();
    return rows[0];
  }

  /** The original as it was last merged and as it is now; undefined if the viewer can't read it. */
  async function readOriginal(proof: Grant<'prompt', 'read'>, row: Row) {
    const version = row.original_version ?? 0;
    const [base, now] = await Promise.all([
      readPromptVersion(db, proof, row.base_version),
      readPromptVersion(db, proof, version),
    ]);
    // Drafts keep no earlier texts.
    return now && { version, now: now.body, base: base?.body ?? now.body };
  }

  async function differenceOf(member: SignedInViewer, row: Row) {
    if (!row.can_read || !row.prompt) return [];
    const proof = await grantPrompt(db, member, row.prompt.slug, 'read');
    await prompts.requireReading(proof);
    await requireComparison(rateLimits, member.userId);
    const original = await readOriginal(proof, row);
    return original ? difference(original.base, row.text) : [];
  }

  async function get(viewer: Viewer, id: string, query: MyVersionQuery = {}): Promise<MyVersion> {
    const member = requireSignedIn(viewer);
    const row = await find(member, id);
    const { definitions, can_read, ...rest } = row;
    return {
      ...rest,
      ...isoTimes(row),
      blanks: readBlanks(row.text, definitions).blanks,
      ...(query.difference ? { difference: await differenceOf(member, row) } : {}),
      can: { read_original: can_read },
    };
  }

  /** Grants editing one version. @throws AppError 404 */
  async function grantEdit(viewer: Viewer, id: string) {
    const row = await db
      .selectFrom('my_versions')
      .select(['id', 'user_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    return grant(requireSignedIn(viewer), 'my-version', 'edit', row);
  }

  return {
    /** @throws AppError 404; with the difference, 429 over the plan's reading limit or the limit of comparisons */
    get,

    async list(viewer: Viewer, prompt?: string): Promise<MyVersionItem[]> {
      const member = requireSignedIn(viewer);
      const { rows } = await sql<
        Omit<MyVersionItem, keyof RowTimes> & RowTimes
      >`select ${columns(member)} ${from(member)}
        ${prompt ? sql`and prompts.slug = ${currentSlug('prompts', prompt)}` : sql``} order by my_versions.updated_at desc, my_versions.id`.execute(
        db,
      );
      return rows.map((row) => ({ ...row, ...isoTimes(row) }));
    },

    /**
     * Counts as a copy of the prompt.
     * @throws AppError 403, 404, 429 like a copy; 409 for too many versions, or if the id is taken; 422 if all versions
     * together become too long
     */
    async create(
      viewer: Viewer,
      { id = randomUUID(), prompt: slug, name, text, values = {} }: NewMyVersion,
    ): Promise<MyVersion> {
      const proof = grantAccount(viewer, 'keep');
      const { userId: user_id } = proof.viewer;
      const isMade = async () =>
        (await db
          .selectFrom('my_versions')
          .select('id')
          .where('id', '=', id)
          .where('user_id', '=', user_id)
          .where('prompt_id', '=', (prompt) =>
            prompt.selectFrom('prompts').select('id').where('slug', '=', currentSlug('prompts', slug)),
          )
          .executeTakeFirst()) !== undefined;
      if (await isMade()) return get(viewer, id);
      const { id: prompt_id } = await grantPrompt(db, viewer, slug, 'copy');
      const copied = prompts.copy(viewer, slug, { values }, async ({ prompt_body, version }, transaction) => {
        await lockMember(transaction, user_id);
        const { rows } = await sql<{ title: string; count: number }>`
          select title, (select count(*)::int from my_versions where user_id = ${user_id}) as count
          from prompts where id = ${prompt_id}`.execute(transaction);
        const { title, count } = rows[0] ?? { title: slug, count: 0 };
        if (count >= limits.myVersions)
          throw new AppError('conflict', m.refused_versions_full({ count: limits.myVersions }));
        const { numInsertedOrUpdatedRows } = await writable(transaction, proof)
          .insertInto('my_versions')
          .values({
            id,
            user_id,
            prompt_id,
            base_version: version,
            name: name ?? title,
            body: text ?? prompt_body,
            values: JSON.stringify(keyed(values)),
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) throw idTaken();
        if ((await bytesOf(transaction, user_id)) > limits.myVersionsBytes) throw allFull();
      });
      await copied.catch(async (error: unknown) => {
        // The same request may have arrived twice at once; only one of them counts.
        if (!(await isMade())) throw error;
      });
      return get(viewer, id);
    },

    /** @throws AppError 404; 409 if it was saved since the caller read it; 422 if all versions together become too long */
    async update(viewer: Viewer, id: string, change: MyVersionChange): Promise<MyVersion> {
      const proof = await grantEdit(viewer, id);
      const { name, text, values, base_version, updated_at } = change;
      const { userId } = proof.viewer;
      const { numUpdatedRows } = await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          await lockMember(transaction, userId);
          const bytes = await bytesOf(transaction, userId);
          const isSameText = await hasValues(
            transaction,
            { table: 'my_versions', id: proof.id },
            { body: text, base_version },
          );
          const update = transaction
            .updateTable('my_versions')
            .set({
              ...(name === undefined ? {} : { name }),
              ...(text === undefined ? {} : { body: text }),
              ...(values === undefined ? {} : { values: merged(values) }),
              ...(base_version === undefined ? {} : { base_version }),
              // Changing only the name or values doesn't change the version of the text.
              updated_at: isSameText ? sql<string>`updated_at` : newVersion,
            })
            .where('id', '=', proof.id);
          const result = await (updated_at === undefined
            ? update
            : update.where('updated_at', '=', new Date(updated_at))
          ).executeTakeFirst();
          // Allow shortening texts that already exceed the limit.
          const then = await bytesOf(transaction, userId);
          if (then > Math.max(bytes, limits.myVersionsBytes)) throw allFull();
          return result;
        });
      const after = await get(viewer, id);
      // A retry after a lost response: the text is saved already.
      const isSaved =
        after.text === text &&
        after.base_version === (base_version ?? after.base_version) &&
        name === undefined &&
        values === undefined;
      if (numUpdatedRows === 0n && !isSaved) throw new AppError('conflict', m.refused_saved_elsewhere());
      return after;
    },

    /** @throws AppError 404 */
    async delete(viewer: Viewer, id: string): Promise<void> {
      const proof = await grantEdit(viewer, id);
      await writable(db, proof).deleteFrom('my_versions').where('id', '=', proof.id).execute();
    },

    /**
     * @throws AppError 403 if the member can't read the original; 404; 429 over the plan's reading limit or the limit
     * of comparisons
     */
    async merge(viewer: Viewer, id: string): Promise<Merge> {
      const member = requireSignedIn(viewer);
      const row = await find(member, id);
      if (!row.prompt) throw notFound();
      const proof = await grantPrompt(db, member, row.prompt.slug, 'read');
      await prompts.requireReading(proof);
      await requireComparison(rateLimits, member.userId);
      const original = await readOriginal(proof, row);
      if (!original) throw notFound();
      return {
        version: original.version,
        updated_at: row.updated_at.toISOString(),
        regions: mergeTexts(row.text, original.base, original.now),
      };
    },
  };
}

const keyed = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries([...valuesByKey(values)].filter(([, value]) => value !== ''));

/**
 * Merges these values into the stored ones, so that devices changing different values don't undo each other. Limited to
 * the number of blanks that a text can have.
 */
const merged = (values: Readonly<Record<string, string>>) => {
  const given = [...valuesByKey(values).keys()];
  return sql<string>`(select coalesce(jsonb_object_agg(key, value), '{}') from (
    select key, value, 1 as turn from jsonb_each(${JSON.stringify(keyed(values))}::jsonb)
    union all select key, value, 2 from jsonb_each(my_versions."values") where key <> all (${given}::text[])
    order by turn limit ${limits.blanks}) merged)`;
};

async function bytesOf(db: QueryExecutorProvider, userId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(body) + octet_length("values"::text)), 0)::float8 as bytes
    from my_versions where user_id = ${userId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
/** Not a 409, which an editor would resolve by saving again. */
const allFull = () =>
  new AppError(
    'validation_failed',
    m.refused_all_full({ count: formatNumber(limits.myVersionsBytes / 1_000_000) }),
  );

/** A member's own versions, for their data export. */
export const exportMyVersions = (userId: string) => sql`
  select own.name, prompt.slug, own.body as text, own.values, own.base_version, own.created_at, own.updated_at
  from my_versions own left join prompts prompt on prompt.id = own.prompt_id
  where own.user_id = ${userId} order by own.created_at`;
