import { useEffect } from 'react';

type Props = {
  category: string | undefined;
  /** What earlier names mean now; undefined until it is known. */
  renamed: Record<string, string> | undefined;
  change: (values: { category: string }, options: { replace: boolean }) => void;
};

/** Replaces a category's earlier name in the address, such as one from a bookmark, with its current one. */
export function useCurrentCategory({ category, renamed, change }: Props) {
  const current = category === undefined ? undefined : renamed?.[category];
  useEffect(() => {
    if (current !== undefined) change({ category: current }, { replace: true });
  }, [current, change]);
}
