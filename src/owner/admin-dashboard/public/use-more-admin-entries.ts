import { firstHourQuery } from '#owner/first-hour/public/first-hour-query.ts';
import { useLazyQuery } from '#platform/use-lazy-query.ts';
import { moreAdminEntries, outboxEntry } from './admin-navigation.ts';

/** The second group of the admin's pages, with the outbox while it is in use. The top bar has it too, so it loads nothing for visitors. */
export const useMoreAdminEntries = (isAdminArea: boolean) =>
  useLazyQuery(firstHourQuery, isAdminArea)?.outbox_is_used
    ? [...moreAdminEntries, outboxEntry]
    : moreAdminEntries;
