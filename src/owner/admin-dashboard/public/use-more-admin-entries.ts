import { useQuery } from '@tanstack/react-query';
import { firstHourQuery } from '#owner/first-hour/public/first-hour-query.ts';
import { moreAdminEntries, outboxEntry } from './admin-navigation.ts';

/** The second group of the admin's pages, with the outbox while it is in use. */
export function useMoreAdminEntries(isAdminArea: boolean) {
  const { data } = useQuery({ ...firstHourQuery, enabled: isAdminArea });
  return data?.outbox_is_used ? [...moreAdminEntries, outboxEntry] : moreAdminEntries;
}
