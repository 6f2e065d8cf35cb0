import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AdminOrder } from '#access/admin-list.server.ts';
import type { Collection } from '#access/items.ts';
import type { adminSorts } from '../admin-sorts.ts';
import { searchOf } from '../search-conditions.server.ts';
import type { AdminItemFilters, AdminItemsQuery } from './admin-items.contract.ts';

/** The rows of an admin table that match these filters. Items in the trash only match their own filter. */
export function adminConditions(
  collection: Collection,
  { q, status, type, category, tier }: AdminItemFilters,
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${collection}.${name}`);
  const all: RawBuilder<unknown>[] = [
    status === 'trash' ? sql`${column('deleted_at')} is not null` : sql`${column('deleted_at')} is null`,
  ];
  if (status === 'published') all.push(sql`${column('status')} = 'published'`);
  if (status === 'draft') all.push(sql`${column('status')} = 'draft' and ${column('publish_at')} is null`);
  if (status === 'scheduled') all.push(sql`${column('publish_at')} is not null`);
  if (type && collection === 'prompts') all.push(sql`${column('prompt_type')} = ${type}`);
  if (category) all.push(sql`${column('categories')} @> array[(select current_category(${category}))]`);
  if (tier !== undefined) all.push(sql`${column('tier_access')} = ${tier}`);
  if (q?.trim()) all.push(searchOf(collection, q));
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

type Key = Pick<AdminOrder, 'key' | 'type'>;
type Sort = Exclude<(typeof adminSorts)[number], 'newest'>;

/** The sort order of an admin table; undefined for newest first. `others` are sort keys that only one of the tables has. */
export function adminOrder(
  collection: Collection,
  { sort, order }: Pick<AdminItemsQuery, 'sort' | 'order'>,
  others: Partial<Record<Sort, Key>> = {},
): AdminOrder | undefined {
  const column = (name: string) => sql.ref(`${collection}.${name}`);
  if (sort === 'newest')
    return order === 'asc'
      ? { key: column('created_at'), type: 'timestamptz', name: sort, isAscending: true }
      : undefined;
  const keys: Partial<Record<Sort, Key>> = {
    title: { key: sql`lower(${column('title')})`, type: 'text' },
    category: { key: sql`lower(${column('category')})`, type: 'text' },
    // Scheduled drafts come before other drafts, by their publishing time.
    status: {
      key: sql`${column('status')} || coalesce(to_char(${column('publish_at')} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US'), 'none')`,
      type: 'text',
    },
    tier: { key: column('tier_access'), type: 'bigint' },
    ...others,
  };
  const key = keys[sort];
  return key && { ...key, name: sort, isAscending: order !== 'desc' };
}
