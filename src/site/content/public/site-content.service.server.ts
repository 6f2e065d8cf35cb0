import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireAdmin } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { type SiteContent, type SiteContentChange, siteContent } from '../site-content.contract.ts';
import { defaultContent } from './content-defaults.ts';

/** Each part has a key of its own, so that two owners who save different parts keep both. */
const prefix = 'content_';
const parts = Object.keys(defaultContent) as (keyof SiteContent)[];

/** What the public pages say: an owner's words, and the defaults for the rest. */
export function createSiteContentService(db: Database) {
  /** A part that is not valid (any more) gets its default. */
  async function read(): Promise<SiteContent> {
    const rows = await db
      .selectFrom('site_settings')
      .select(['setting_key', 'setting_value'])
      .where(
        'setting_key',
        'in',
        parts.map((part) => `${prefix}${part}`),
      )
      .execute();
    const given = rows.flatMap(({ setting_key, setting_value }) => {
      const part = siteContent
        .partial()
        .safeParse({ [setting_key.slice(prefix.length)]: JSON.parse(setting_value) });
      return part.success ? [part.data] : [];
    });
    return siteContent.parse(Object.assign({}, defaultContent, ...given));
  }

  return {
    read,

    /** @throws AppError 401, 403 */
    async get(viewer: Viewer): Promise<SiteContent> {
      requireAdmin(viewer);
      return read();
    },

    /** Saves the parts that are given. @throws AppError 401, 403 */
    async set(viewer: Viewer, change: SiteContentChange): Promise<SiteContent> {
      const site = writable(db, grantSite(viewer, 'manage-settings'));
      const values = Object.entries(change).map(([part, value]) => ({
        setting_key: `${prefix}${part}`,
        setting_value: JSON.stringify(value),
      }));
      if (values.length > 0)
        await site
          .insertInto('site_settings')
          .values(values)
          .onConflict((conflict) =>
            conflict
              .column('setting_key')
              .doUpdateSet({ setting_value: sql`excluded.setting_value`, updated_at: sql`now()` }),
          )
          .execute();
      return read();
    },
  };
}
