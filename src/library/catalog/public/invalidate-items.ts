import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#platform/query-keys.ts';

/**
 * Call after creating, changing, or deleting an item: reloads everything that shows or counts it, at once if it is on
 * the page, otherwise the next time it is opened.
 */
export async function invalidateItems(client: QueryClient, collection: 'prompts' | 'playbooks') {
  const stale = [
    queryKeys.admin[collection].all,
    queryKeys[collection].all,
    queryKeys.categories,
    queryKeys.stats,
    // Playbook steps show library prompts.
    ...(collection === 'prompts' ? [queryKeys.playbooks.all] : []),
  ];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
