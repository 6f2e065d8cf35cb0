import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProfile } from '#people/session/public/use-profile.ts';
import { api } from '#platform/client/api-client.ts';
import { invalidateDailyUse } from './invalidate-daily-use.ts';

const recorded = new Set<string>();

/**
 * Records one view each time an item is opened, even if React mounts the page twice or the slug changes. If reading
 * counts against a limit, reloads the number of readings left.
 */
export function useRecordView(
  collection: 'prompts' | 'playbooks',
  { id, slug }: { id?: string; slug?: string } = {},
) {
  const isOpen = id !== undefined;
  useEffect(() => {
    if (id === undefined || slug === undefined || recorded.has(id)) return;
    recorded.add(id);
    api[':collection'][':slug'].views.$post({ param: { collection, slug } }).catch(() => undefined);
  }, [collection, id, slug]);
  const client = useQueryClient();
  const readingCounts = useProfile()?.reading_counts ?? false;
  useEffect(() => {
    if (isOpen && readingCounts) invalidateDailyUse(client);
  }, [client, isOpen, readingCounts]);
  // Leaving the page resets it, so that the next visit counts again.
  useEffect(() => () => void setTimeout(() => recorded.delete(id ?? ''), 1_000), [id]);
}
