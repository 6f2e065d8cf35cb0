import { z } from '@hono/zod-openapi';
import { limits, promptTypes } from '#constants';
import { adminListQuery, flag, text, timestamp, wholeNumber } from '#platform/contract/contract-fields.ts';
import { adminSorts, shownStatuses } from '../admin-sorts.ts';
import { itemSlug } from './item-slug.ts';

/** The filters of the admin item tables. `status` is the displayed status, so items in the trash only match `trash`. */
export const adminItemFilters = {
  q: text(limits.searchText).optional(),
  status: z.enum(shownStatuses).optional(),
  type: z.enum(promptTypes).optional(),
  category: text(limits.category).optional(),
  tier: wholeNumber(0, limits.accessLevel).optional(),
};
export type AdminItemFilters = z.output<z.ZodObject<typeof adminItemFilters>>;

/** With `page` (from 1) instead of a cursor, pages can be requested in any order. */
export const adminItemsQuery = adminListQuery.extend({
  ...adminItemFilters,
  sort: z.enum(adminSorts).default('newest'),
  order: z.enum(['asc', 'desc']).optional(),
  page: wholeNumber(1, 1_000_000).optional(),
});
export type AdminItemsQuery = z.output<typeof adminItemsQuery>;

/** `forever` permanently deletes an item that is in the trash. */
export const deleteQuery = z.object({ forever: flag.optional().openapi({ type: 'boolean' }) });

/** When a scheduled item appears, and since when an item has been in the trash. */
export const hiddenFields = { publish_at: timestamp.nullable(), deleted_at: timestamp.nullable() };

/** Fields that only exist when changing an item. Setting `publish_at` makes it a draft until then. */
export const itemChangeFields = {
  slug: itemSlug,
  created_at: timestamp,
  publish_at: timestamp.nullable(),
};
