import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { grantSite, requireSite } from '#access/decide.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { assertUnchanged } from '#platform/database/record-version.server.ts';
import { createConcurrencyLimit } from '#platform/http/concurrency-limit.server.ts';
import { keysOf } from '#platform/keys-of.ts';
import { type Brand, brandFields } from '#site/settings/public/brand-fields.ts';
import { readSettings } from '#site/settings/public/read-settings.server.ts';
import type { PublicSettings } from '#site/settings/public/site-context.ts';
import { writeSettings } from '#site/settings/public/write-settings.server.ts';
import { defaultContent } from '../content-defaults.ts';
import {
  type OwnSite,
  type SiteContent,
  type SiteContentChange,
  siteContent,
} from '../site-content.contract.ts';
import { defaultWords } from './shown-content.ts';

/** Each part has its own key, so that two owners who save different parts keep both changes. */
const prefix = 'content_';
const parts = keysOf(defaultContent);
const brandKeys = keysOf(brandFields.shape);

type Parts = {
  db: Database;
  /** Read without the cache. */
  settings(): Promise<PublicSettings>;
  counts(): Promise<OwnSite['counts']>;
  /** Deletes a picture once nothing references it. */
  release(address: string): Promise<void>;
};

/** One save at a time: besides the connection with the lock, each needs others, which waiting saves must not occupy. */
const inTurn = createConcurrencyLimit(1);

/** The texts and the look of the public pages: the owner's, with defaults for the rest. */
export function createSiteContentService({ db, settings, counts, release }: Parts) {
  /** Parts that aren't valid, perhaps because the schema has changed, get their defaults. */
  async function read(): Promise<SiteContent> {
    const names = parts.map((part) => `${prefix}${part}`);
    const given = [...(await readSettings(db, names))].flatMap(([name, value]) => {
      const part = siteContent.partial().safeParse({ [name.slice(prefix.length)]: JSON.parse(value) });
      return part.success ? [part.data] : [];
    });
    return siteContent.parse(Object.assign({}, defaultContent, ...given));
  }

  const brandOf = (values: PublicSettings) =>
    Object.fromEntries(brandKeys.map((key) => [key, values[key]])) as Brand;
  async function readAll(): Promise<OwnSite> {
    const [content, values, counted] = await Promise.all([read(), settings(), counts()]);
    return { ...content, brand: brandOf(values), counts: counted, default_words: defaultWords() };
  }

  return {
    read,

    /** @throws AppError 401, 403 */
    async get(viewer: Viewer): Promise<OwnSite> {
      requireSite(viewer, 'manage-settings');
      return readAll();
    },

    /** Saves the parts that are given. @throws AppError 401, 403, 409 */
    async set(viewer: Viewer, { brand, expected, ...change }: SiteContentChange): Promise<OwnSite> {
      const site = writable(db, grantSite(viewer, 'manage-settings'));
      const before = brandOf(await settings());
      const looks = Object.entries(brand ?? {}) as [keyof Brand, string][];
      const values = [
        ...Object.entries(change).map(([part, value]) => ({
          setting_key: `${prefix}${part}`,
          setting_value: JSON.stringify(value),
        })),
        ...looks.flatMap(([setting_key, value]) =>
          value === '' ? [] : [{ setting_key, setting_value: value }],
        ),
      ];
      // Empty values are removed, so that the defaults apply.
      const emptied = looks.flatMap(([key, value]) => (value === '' ? [key] : []));
      await inTurn(() =>
        site.transaction().execute(async (transaction) => {
          if (expected) {
            await sql`lock table site_settings in share row exclusive mode`.execute(transaction);
            const { brand: looksNow, ...content } = await readAll();
            assertUnchanged({ ...content, ...looksNow }, expected);
          }
          await writeSettings(transaction, values, emptied);
        }),
      );
      for (const picture of ['site_logo', 'site_favicon'] as const)
        if (brand?.[picture] !== undefined && before[picture] !== brand[picture])
          await release(before[picture]);
      return readAll();
    },
  };
}
