import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

/**
 * For a page that deletes its own record. After unmount, removes `queryKey` and invalidates `listKey`. Any earlier, the page would request
 * the deleted record again.
 * @returns a function to call after the deletion
 */
export function useForgetOnLeave(queryKey: QueryKey, listKey: QueryKey): () => void {
  const client = useQueryClient();
  const isDeleted = useRef(false);
  const leave = useEffectEvent(() => {
    if (!isDeleted.current) return;
    client.removeQueries({ queryKey });
    void client.invalidateQueries({ queryKey: listKey });
  });
  useEffect(() => () => leave(), []);
  return useCallback(() => {
    isDeleted.current = true;
  }, []);
}
