import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { limits } from '#constants';
import { nameGoneTarget, noteNoChange } from '#platform/audit-trail.server.ts';
import type { AdminListQuery } from '#platform/contract/contract.ts';
import { decodeNumber, encodeNumber } from '#platform/database/cursor.server.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#platform/database/database.server.ts';
import { assertVersion, hasValues, newVersion } from '#platform/database/record-version.server.ts';
import { AppError, idTaken } from '#platform/errors.ts';
import { type MarkdownTree, parseMarkdown } from '#ui/markdown/markdown-tree.ts';
import type {
  AdminPage,
  NewPage,
  PageChange,
  PageConsent,
  PageVersion,
  PublishedPage,
} from './own-pages.contract.ts';
import { starterOf, starterParts } from './starter-texts.server.ts';
import * as m from './words/messages.ts';

type Row = Omit<AdminPage, 'created_at' | 'updated_at' | 'starter_parts'> & {
  created_at: Date;
  updated_at: Date;
};
const columns = sql`page.id, page.kind, page.slug, page.title, page.body, page.footer_position, page.asks_consent, page.published_version,
  page.created_at, page.updated_at, (version.body, version.title) is distinct from (page.body, page.title) as has_changes`;
const fromPages = sql`from pages page left join page_versions version
  on version.page_id = page.id and version.version = page.published_version`;
const published = sql`page.slug, version.title, version.version, page.asks_consent, page.footer_position, version.published_at`;

const toPage = ({ created_at, updated_at, ...row }: Row): AdminPage => ({
  ...row,
  starter_parts: starterParts(row.body),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** The owner's own pages. Methods with a viewer throw AppError 401 and 403 for others than admins. */
export function createOwnPagesService(db: Database) {
  async function read(id: string): Promise<AdminPage> {
    const { rows } = await sql<Row>`select ${columns} ${fromPages} where page.id = ${id}`.execute(db);
    if (!rows[0]) throw new AppError('not_found', m.page_not_found());
    return toPage(rows[0]);
  }
  const open = (viewer: Viewer) => writable(db, grantSite(viewer, 'manage-pages'));

  return {
    /** The pages that visitors can read, in the order of the footer. */
    async listPublished(): Promise<PublishedPage[]> {
      const { rows } = await sql<Omit<PublishedPage, 'published_at'> & { published_at: Date }>`
        select ${published} ${fromPages} where version.version is not null
        order by page.footer_position nulls last, version.title, page.slug`.execute(db);
      return rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }));
    },

    async findPublished(slug: string) {
      const { rows } = await sql<
        Omit<PublishedPage, 'published_at'> & { published_at: Date; body: string; tree: MarkdownTree | null }
      >`select ${published}, version.body, version.tree ${fromPages}
        where version.version is not null and page.slug = ${slug}`.execute(db);
      return rows[0] && { ...rows[0], published_at: rows[0].published_at.toISOString() };
    },

    async list(viewer: Viewer): Promise<Omit<AdminPage, 'body'>[]> {
      requireSite(viewer, 'manage-pages');
      const { rows } = await sql<Row>`select ${columns} ${fromPages}
        order by page.footer_position nulls last, page.title, page.slug limit ${limits.pages}`.execute(db);
      return rows.map((row) => {
        const { body: _, ...page } = toPage(row);
        return page;
      });
    },

    /** @throws AppError 404 */
    async get(viewer: Viewer, id: string): Promise<AdminPage> {
      requireSite(viewer, 'manage-pages');
      return read(id);
    },

    /** @throws AppError 409 if there are already as many pages as allowed, or if the id belongs to a page of another kind */
    async create(viewer: Viewer, { id, kind }: NewPage): Promise<AdminPage> {
      const site = open(viewer);
      const { slug, ...starter } = starterOf(kind);
      const pageId = await site.transaction().execute(async (transaction) => {
        // Two concurrent requests would find the same address free.
        await sql`lock table pages in share row exclusive mode`.execute(transaction);
        const taken = await transaction.selectFrom('pages').select(['id', 'slug', 'kind']).execute();
        const made = taken.find((page) => page.id === id);
        if (made) {
          if (made.kind !== kind) throw idTaken();
          noteNoChange();
          return id;
        }
        if (taken.length >= limits.pages) throw new AppError('conflict', m.refused_too_many_pages());
        let free: string = slug;
        for (let number = 2; taken.some((page) => page.slug === free); number += 1)
          free = `${slug}-${number}`;
        const row = await transaction
          .insertInto('pages')
          .values({ ...(id ? { id } : {}), kind, slug: free, ...starter })
          .returning('id')
          .executeTakeFirstOrThrow();
        return row.id;
      });
      return read(pageId ?? '');
    },

    /** @throws AppError 404, 409; 422 if another page has the address */
    async update(viewer: Viewer, id: string, { updated_at, ...change }: PageChange): Promise<AdminPage> {
      const site = open(viewer);
      await site
        .transaction()
        .execute(async (transaction) => {
          const row = await transaction
            .selectFrom('pages')
            .select('updated_at')
            .where('id', '=', id)
            .forUpdate()
            .executeTakeFirst();
          if (!row) throw new AppError('not_found', m.page_not_found());
          assertVersion(row.updated_at, updated_at);
          if (await hasValues(transaction, { table: 'pages', id }, change)) return;
          await transaction
            .updateTable('pages')
            .set({ ...change, updated_at: newVersion })
            .where('id', '=', id)
            .execute();
        })
        .catch((error: unknown) => {
          if (isUniqueViolation(error)) throw new AppError('validation_failed', m.refused_address_taken());
          throw error;
        });
      return read(id);
    },

    /** @throws AppError 404; 409 if a member has agreed to it */
    async delete(viewer: Viewer, id: string): Promise<void> {
      const site = open(viewer);
      nameGoneTarget((await read(id)).title);
      try {
        const { numDeletedRows } = await site.deleteFrom('pages').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) throw new AppError('not_found', m.page_not_found());
      } catch (error) {
        if (isForeignKeyViolation(error)) throw new AppError('conflict', m.refused_page_agreed_to());
        throw error;
      }
    },

    /** Publishes the draft as a new version. @throws AppError 404, 409; 422 while it has parts of a starter text, or no text */
    async publish(viewer: Viewer, id: string, expectedVersion: string): Promise<AdminPage> {
      const site = open(viewer);
      const userId = viewer.kind === 'visitor' ? null : viewer.userId;
      await site.transaction().execute(async (transaction) => {
        const page = await transaction
          .selectFrom('pages')
          .select(['title', 'body', 'published_version', 'updated_at'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!page) throw new AppError('not_found', m.page_not_found());
        assertVersion(page.updated_at, expectedVersion);
        if (page.body.trim() === '') throw new AppError('validation_failed', m.refused_empty_page());
        const parts = starterParts(page.body);
        if (parts.length > 0)
          throw new AppError('validation_failed', m.refused_starter_text({ parts: parts.join(', ') }));
        const last = await transaction
          .selectFrom('page_versions')
          .select(['version', 'title', 'body'])
          .where('page_id', '=', id)
          .orderBy('version', 'desc')
          .limit(1)
          .executeTakeFirst();
        const isSame = last?.title === page.title && last.body === page.body;
        const version = isSame ? last.version : (last?.version ?? 0) + 1;
        if (version > limits.pageVersions) throw new AppError('conflict', m.refused_too_many_versions());
        if (!isSame)
          await transaction
            .insertInto('page_versions')
            .values({
              page_id: id,
              version,
              title: page.title,
              body: page.body,
              tree: JSON.stringify(parseMarkdown(page.body) ?? null),
              published_by: userId,
            })
            .execute();
        if (version === page.published_version) return noteNoChange();
        await transaction
          .updateTable('pages')
          .set({ published_version: version })
          .where('id', '=', id)
          .execute();
      });
      return read(id);
    },

    /** @throws AppError 404 */
    async unpublish(viewer: Viewer, id: string): Promise<AdminPage> {
      const { numUpdatedRows } = await open(viewer)
        .updateTable('pages')
        .set({ published_version: null })
        .where('id', '=', id)
        .where('published_version', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) noteNoChange();
      return read(id);
    },

    /** @throws AppError 404 */
    async versions(viewer: Viewer, id: string): Promise<PageVersion[]> {
      requireSite(viewer, 'manage-pages');
      await read(id);
      const { rows } = await sql<Omit<PageVersion, 'published_at'> & { published_at: Date }>`
        select version, title, body, published_at,
          (select count(distinct user_id)::int from page_consents consent
            where consent.page_id = row.page_id and consent.version = row.version) as consents
        from page_versions row where page_id = ${id} order by version desc`.execute(db);
      return rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }));
    },

    /** @throws AppError 400 invalid_cursor, 404 */
    async consents(viewer: Viewer, id: string, { q = '', limit, cursor }: AdminListQuery) {
      requireSite(viewer, 'manage-pages');
      await read(id);
      const matching = sql`from page_consents consent join profiles profile on profile.id = consent.user_id
        where consent.page_id = ${id} and strpos(lower(profile.email), ${q.trim().toLowerCase()}) > 0`;
      const { rows } = await sql<Omit<PageConsent, 'agreed_at' | 'id'> & { id: string; agreed_at: Date }>`
        select consent.id, profile.email, consent.version, consent.place, consent.agreed_at ${matching}
          and consent.id < ${decodeNumber(cursor, 'page consents') ?? Number.MAX_SAFE_INTEGER} order by consent.id desc limit ${limit + 1}`.execute(
        db,
      );
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*)::int as total ${matching}`.execute(db);
      const items = rows
        .slice(0, limit)
        .map((row) => ({ ...row, id: Number(row.id), agreed_at: row.agreed_at.toISOString() }));
      const last = rows.length > limit ? items.at(-1) : undefined;
      return {
        items,
        total: counted[0]?.total ?? 0,
        next_cursor: last ? encodeNumber('page consents', last.id) : null,
      };
    },
  };
}
