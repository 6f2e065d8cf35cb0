import type { KeyboardEvent } from 'react';

/** To spread into what opens in a dialog without being one itself: Escape closes it alone. */
export const innerLayer = (close: () => void) => ({
  'data-inner-layer': '',
  onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) close();
  },
});

/** For the dialog's `onEscapeKeyDown`, which hears of the key first. */
export function leaveToInnerLayer(event: globalThis.KeyboardEvent) {
  if ((event.target as Element).closest('[data-inner-layer]')) event.preventDefault();
}
