import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/query-keys.ts';

/**
 * After an item was created, changed or deleted: everything that shows or counts it is loaded again, at once where it
 * is on the page, else when it is next opened.
 */
export async function invalidateItems(client: QueryClient, collection: 'prompts' | 'playbooks') {
  const stale = [
    queryKeys.admin[collection].all,
    queryKeys[collection].all,
    queryKeys.categories,
    queryKeys.stats,
    // Steps of playbooks show prompts of the library.
    ...(collection === 'prompts' ? [queryKeys.playbooks.all] : []),
  ];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
