import type { KeyboardEvent } from 'react';

/** Props for a layer in a dialog that isn't a dialog itself: Escape only closes the layer. */
export const innerLayer = (close: () => void) => ({
  'data-inner-layer': '',
  onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) close();
  },
});

/** For the dialog's `onEscapeKeyDown`, which handles the key first. */
export function leaveToInnerLayer(event: globalThis.KeyboardEvent) {
  const { target } = event;
  if (target instanceof Element && target.closest('[data-inner-layer]')) event.preventDefault();
}
