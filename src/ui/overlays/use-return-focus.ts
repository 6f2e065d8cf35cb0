import { useRef } from 'react';

/** For a dialog that is opened by state and not by a trigger of its own: closed, it gives the focus back to where it was. */
export function useReturnFocus() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus() {
      before.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      // What it was opened from may have been deleted by it.
      const next = before.current?.isConnected ? before.current : document.getElementById('content');
      if (next instanceof HTMLElement) next.focus();
    },
  };
}
