import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { toast } from '#ui/toasts.tsx';

/** What a member has set on an item, and the numbers that follow from it. */
export type Engagement = { is_upvoted: boolean; is_favorited: boolean; vote_count: number };
type EngagedItem = Engagement & { slug: string };

const hasEngagement = (value: unknown, slug: string): value is EngagedItem =>
  typeof value === 'object' &&
  value !== null &&
  'slug' in value &&
  value.slug === slug &&
  'is_upvoted' in value;

/** Walks through cached answers and changes the item wherever it stands in them. */
function changeEverywhere<Data>(data: Data, slug: string, change: Partial<Engagement>): Data {
  if (Array.isArray(data)) {
    const next = data.map((each) => changeEverywhere(each, slug, change));
    return (next.some((each, index) => each !== data[index]) ? next : data) as Data;
  }
  if (hasEngagement(data, slug)) return { ...data, ...change };
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data);
  const changed = entries.map(
    ([key, value]) =>
      [key, key === 'items' || key === 'pages' ? changeEverywhere(value, slug, change) : value] as const,
  );
  return changed.some(([, value], index) => value !== entries[index]?.[1])
    ? (Object.fromEntries(changed) as Data)
    : data;
}

/** Writes an item's marks into every list and page that shows it. */
export function setEngagement(
  client: QueryClient,
  collection: string,
  slug: string,
  change: Partial<Engagement>,
) {
  client.setQueriesData({ queryKey: [collection] }, (data: unknown) => changeEverywhere(data, slug, change));
}

type Options = {
  isOn: boolean;
  /** Shows a state at once, before the server has heard of it. */
  show: (isOn: boolean) => void;
  /** Sends a state; what it answers is shown. */
  send: (isOn: boolean) => Promise<void>;
};

/**
 * A toggle that shows its new state at once. Quick clicks end in the last state wanted: one request is under way at
 * a time, and what was wanted meanwhile follows it. What the server refuses is undone, with a message.
 */
export function useOptimisticToggle({ isOn, show, send }: Options) {
  const [isPending, setIsPending] = useState(false);
  const wanted = useRef(isOn);
  const isSending = useRef(false);

  const toggle = useCallback(async () => {
    if (!isSending.current) wanted.current = isOn;
    wanted.current = !wanted.current;
    show(wanted.current);
    if (isSending.current) return;
    isSending.current = true;
    setIsPending(true);
    let sent = isOn;
    try {
      while (sent !== wanted.current) {
        const next = wanted.current;
        await send(next);
        sent = next;
      }
    } catch (error) {
      show(sent);
      wanted.current = sent;
      toast.error(error instanceof Error ? error.message : 'That did not work. Please try again.');
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }, [isOn, show, send]);
  return { toggle, isPending };
}

export const useEngagement = (collection: 'prompts' | 'playbooks', slug: string) => {
  const client = useQueryClient();
  return useCallback(
    (change: Partial<Engagement>) => setEngagement(client, collection, slug, change),
    [client, collection, slug],
  );
};
