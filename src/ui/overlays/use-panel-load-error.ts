import { useEffect, useRef } from 'react';
import * as m from '../words/messages.ts';
import { toast } from './toasts.tsx';

/**
 * Handles an overlay whose code fails to load. Opening it tries again; if that fails too, it closes with a message, so that it doesn't open
 * unasked once the network is back.
 */
export function usePanelLoadError(isOpen: boolean, close: () => void, retry: () => void) {
  const hasFailed = useRef(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once each time it opens or closes.
  useEffect(() => {
    if (!isOpen) hasFailed.current = false;
    else if (hasFailed.current) {
      toast.error(m.part_not_loaded());
      close();
    } else retry();
  }, [isOpen]);
}
