import { z } from '@hono/zod-openapi';
import { limits, promptTypes } from '#constants';
import { adminListQuery, flag, text, timestamp, wholeNumber } from '#platform/contract/contract-fields.ts';
import { adminSorts, shownStatuses } from '../admin-sorts.ts';
import { itemSlug } from './item-slug.ts';

/** Filters of the admin item tables. `status` is the displayed status, so a trashed item matches `trash` only. */
export const adminItemFilters = {
  q: text(limits.searchText).optional(),
  status: z.enum(shownStatuses).optional(),
  type: z.enum(promptTypes).optional(),
  category: z.string().max(limits.category).optional(),
  tier: wholeNumber(0, limits.accessLevel).optional(),
};
export type AdminItemFilters = z.output<z.ZodObject<typeof adminItemFilters>>;

/** With `page` (from 1) in place of a cursor, any page can be asked for, in any order. */
export const adminItemsQuery = adminListQuery.extend({
  ...adminItemFilters,
  sort: z.enum(adminSorts).default('newest'),
  order: z.enum(['asc', 'desc']).optional(),
  page: wholeNumber(1, 1_000_000).optional(),
});
export type AdminItemsQuery = z.output<typeof adminItemsQuery>;

/** `forever` permanently deletes an item that is in the trash. */
export const deleteQuery = z.object({ forever: flag.optional().openapi({ type: 'boolean' }) });

/** When an item appears, and since when it is in the trash. */
export const hiddenFields = { publish_at: timestamp.nullable(), deleted_at: timestamp.nullable() };

/** What only the change of an item takes. `publish_at` makes it a draft until then. */
export const itemChangeFields = {
  slug: itemSlug,
  created_at: timestamp,
  publish_at: timestamp.nullable(),
};
