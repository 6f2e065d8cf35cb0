import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/client/query-keys.ts';

/** To call after gift codes change: reloads them, and the plans that they promise. */
export const invalidateGifts = (client: QueryClient) =>
  Promise.all(
    [queryKeys.admin.gifts.all, queryKeys.admin.tiers].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
