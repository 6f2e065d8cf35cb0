import { useEffect } from 'react';
import { api } from '#platform/api-client.ts';

const recorded = new Set<string>();

/** Records one view for each opening, also where React mounts a page twice. */
export function useRecordView(collection: 'prompts' | 'playbooks', slug: string, isOpen: boolean) {
  const name = `${collection}/${slug}`;
  useEffect(() => {
    if (!isOpen || recorded.has(name)) return;
    recorded.add(name);
    api[':collection'][':slug'].views.$post({ param: { collection, slug } }).catch(() => undefined);
  }, [collection, slug, name, isOpen]);
  // Leaving the page makes the next opening count again.
  useEffect(() => () => void setTimeout(() => recorded.delete(name), 1_000), [name]);
}
