import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

/** What is refused may have been open when its page was loaded: the page then shows what is left of it, and the way on. */
export function reloadRefused(client: QueryClient, failure: unknown) {
  if (!(failure instanceof ApiError) || ![403, 404].includes(failure.status)) return;
  void client.invalidateQueries({ queryKey: queryKeys.prompts.details });
  void client.invalidateQueries({ queryKey: queryKeys.playbooks.details });
}
