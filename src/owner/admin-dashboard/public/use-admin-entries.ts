import { firstHourQuery } from '#owner/first-hour/public/first-hour-query.ts';
import { useProfile } from '#people/session/public/use-profile.ts';
import { useLazyQuery } from '#platform/client/use-lazy-query.ts';
import { adminEntries, canOpen, moreAdminEntries, outboxEntry } from './admin-navigation.ts';

/**
 * The admin pages that the viewer can open: the main ones and the second group, with the outbox while it is in use. The top bar uses them
 * too, so they load nothing for visitors.
 */
export function useAdminEntries(isAdminArea: boolean) {
  const can = useProfile()?.can;
  const isOutboxUsed = useLazyQuery(firstHourQuery, isAdminArea && can?.administer === true)?.outbox_is_used;
  const shown = ({ to }: { to: string }) => can !== undefined && canOpen(can, to);
  return {
    main: adminEntries.filter(shown),
    more: [...moreAdminEntries, ...(isOutboxUsed ? [outboxEntry] : [])].filter(shown),
  };
}
