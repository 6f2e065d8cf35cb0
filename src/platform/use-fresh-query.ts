import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * A query for a form, which takes what it starts with once: what is kept from an earlier visit may be old, so `data` is undefined until it
 * has been asked for again.
 */
export function useFreshQuery<Data>(query: { queryKey: QueryKey; queryFn: () => Promise<Data> }) {
  const { data, isFetchedAfterMount, isError, refetch } = useQuery({ ...query, refetchOnMount: 'always' });
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && isFetchedAfterMount && !isError) setIsFresh(true);
  return { data: isFresh ? data : undefined, isPending: !isFresh && !isError, isError, refetch };
}
