import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** If a request is refused, the item may have been locked or deleted since its page was loaded, so reload the page's data. */
export function reloadRefused(client: QueryClient, failure: unknown) {
  if (!(failure instanceof ApiError) || ![403, 404].includes(failure.status)) return;
  void client.invalidateQueries({ queryKey: queryKeys.prompts.details });
  void client.invalidateQueries({ queryKey: queryKeys.playbooks.details });
}
