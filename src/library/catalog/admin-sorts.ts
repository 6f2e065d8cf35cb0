import { contentStatuses } from '#constants';

/** The orders of the admin item tables. */
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

/** What the admin item tables show as an item's status. */
export const shownStatuses = [...contentStatuses, 'scheduled', 'trash'] as const;
