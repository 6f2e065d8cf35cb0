import { contentStatuses } from '#constants';

/** The sort orders of the admin item tables. */
export const adminSorts = [
  'newest',
  'title',
  'category',
  'type',
  'status',
  'tier',
  'author',
  'steps',
  'price',
] as const;

/** The statuses that the admin item tables show for an item. */
export const shownStatuses = [...contentStatuses, 'scheduled', 'trash'] as const;
