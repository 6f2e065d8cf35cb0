import { useRef } from 'react';
import { focusOn, headingAbove } from '../keep-row-focus.ts';

/** For a dialog that is opened by state and not by a trigger of its own: closed, it gives the focus back to where it was. */
export function useReturnFocus() {
  const before = useRef<(Element | null | undefined)[]>([]);
  return {
    onOpenAutoFocus() {
      const opener = document.activeElement;
      const row = opener?.closest('li, tr');
      before.current = [opener, row, row?.nextElementSibling, row?.previousElementSibling];
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      // What it was opened from may have been deleted by it, and what stood beside that may have the focus already.
      const [opener, ...near] = before.current;
      if (!opener?.isConnected && document.activeElement !== document.body) return;
      // Nor does a button take it that has nothing left to do.
      const heading = opener?.matches(':disabled') ? headingAbove(opener) : undefined;
      const next = heading ?? [opener, ...near].find((place) => place?.isConnected);
      focusOn((next as HTMLElement | undefined) ?? document.getElementById('content'));
    },
  };
}
