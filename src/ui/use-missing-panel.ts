import { useEffect, useRef } from 'react';
import { toast } from './toasts.tsx';
import * as m from './words/messages.ts';

/**
 * For what opens over the page, while its code cannot be loaded. Opening it tries again; if that is in vain it is closed with a message, so
 * that nothing opens unasked once the network is back.
 */
export function useMissingPanel(isOpen: boolean, close: () => void, retry: () => void) {
  const isInVain = useRef(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is opened.
  useEffect(() => {
    if (!isOpen) isInVain.current = false;
    else if (isInVain.current) {
      toast.error(m.this_part_of_the_page_couldnt());
      close();
    } else retry();
  }, [isOpen]);
}
