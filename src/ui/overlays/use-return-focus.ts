import { useRef } from 'react';
import { focusOn, headingAbove } from '../keep-row-focus.ts';

/** For a dialog that is opened by state and not by its own trigger: returns the focus when it closes. */
export function useReturnFocus() {
  const before = useRef<(Element | null | undefined)[]>([]);
  return {
    onOpenAutoFocus() {
      const { activeElement, body } = document;
      // A dialog in the page's address has no opener.
      const opener = activeElement === body ? null : activeElement;
      const row = opener?.closest('li, tr');
      before.current = [opener, row, row?.nextElementSibling, row?.previousElementSibling];
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      // The opener may have been deleted, and a neighbor may already have the focus.
      const [opener, ...near] = before.current;
      if (!opener?.isConnected && document.activeElement !== document.body) return;
      // Another dialog has opened in its place.
      const present = document.activeElement?.closest('[role=dialog]');
      if (present && !present.contains(opener ?? null)) return;
      // A button that has become disabled can't take the focus.
      const heading = opener?.matches(':disabled') ? headingAbove(opener) : undefined;
      const next = heading ?? [opener, ...near].find((place) => place?.isConnected);
      focusOn((next as HTMLElement | undefined) ?? document.getElementById('content'));
    },
  };
}
