import { z } from '@hono/zod-openapi';
import { limits, promptTypes } from '#constants';
import {
  adminListQuery,
  expectedVersion,
  orderParam,
  pageParam,
  searchParam,
} from '#platform/contract/contract.ts';
import { flag, timestamp, wholeNumber } from '#platform/contract/contract-fields.ts';
import { adminSorts, shownStatuses } from '../admin-sorts.ts';
import { categoryParam } from './catalog.contract.ts';
import { itemSlug } from './item-slug.ts';

/** The filters of the admin item tables. */
export const adminItemFilters = {
  q: searchParam,
  status: z
    .enum(shownStatuses)
    .optional()
    .describe('The status that is shown: an item in the trash is only found by `trash`'),
  type: z.enum(promptTypes).optional(),
  category: categoryParam,
  tier: wholeNumber(0, limits.accessLevel).optional().describe('The `tier_access` of the items'),
};
export type AdminItemFilters = z.output<z.ZodObject<typeof adminItemFilters>>;

export const adminItemsQuery = adminListQuery.extend({
  ...adminItemFilters,
  sort: z
    .enum(adminSorts)
    .default('newest')
    .describe('`type` and `author` are for prompts, `steps` and `price` for playbooks'),
  order: orderParam,
  page: pageParam,
});
export type AdminItemsQuery = z.output<typeof adminItemsQuery>;

export const deleteQuery = z.object({
  forever: flag.optional().openapi({
    type: 'boolean',
    description: 'Permanently deletes an item that is in the trash',
  }),
});

export const hiddenFields = {
  publish_at: timestamp.nullable().describe('When a scheduled draft is published'),
  deleted_at: timestamp.nullable().describe('Since when it has been in the trash'),
};

/** Fields that only exist when changing an item. */
export const itemChangeFields = {
  slug: itemSlug,
  created_at: timestamp,
  publish_at: timestamp
    .nullable()
    .describe('Makes it a draft until then; a time that has passed publishes it at once'),
  updated_at: expectedVersion,
};
