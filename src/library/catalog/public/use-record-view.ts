import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProfile } from '#people/session/public/use-profile.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';

const recorded = new Set<string>();

/**
 * Records one view for each opening of an item, once its current slug is known, also where React mounts a page twice. If reading counts
 * against the limit, reloads what is left of it.
 */
export function useRecordView(collection: 'prompts' | 'playbooks', slug: string | undefined) {
  const name = `${collection}/${slug}`;
  const isOpen = slug !== undefined;
  useEffect(() => {
    if (slug === undefined || recorded.has(name)) return;
    recorded.add(name);
    api[':collection'][':slug'].views.$post({ param: { collection, slug } }).catch(() => undefined);
  }, [collection, slug, name]);
  const client = useQueryClient();
  const readingCounts = useProfile()?.reading_counts ?? false;
  useEffect(() => {
    if (isOpen && readingCounts) void client.invalidateQueries({ queryKey: queryKeys.profile });
  }, [client, isOpen, readingCounts]);
  // Leaving the page makes the next opening count again.
  useEffect(() => () => void setTimeout(() => recorded.delete(name), 1_000), [name]);
}
