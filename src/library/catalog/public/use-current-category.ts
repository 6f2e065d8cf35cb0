import { useEffect } from 'react';

type Props = {
  category: string | undefined;
  /** Maps former names to current ones; undefined while loading. */
  renamed: Record<string, string> | undefined;
  change: (values: { category: string }, options: { replace: boolean }) => void;
};

/** Replaces a category's former name in the URL, for example from a bookmark, with its current one. */
export function useCurrentCategory({ category, renamed, change }: Props) {
  const current = category === undefined ? undefined : renamed?.[category];
  useEffect(() => {
    if (current !== undefined) change({ category: current }, { replace: true });
  }, [current, change]);
}
