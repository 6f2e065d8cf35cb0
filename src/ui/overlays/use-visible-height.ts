import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.visualViewport?.addEventListener('resize', listener);
  return () => window.visualViewport?.removeEventListener('resize', listener);
}

/** How much of the window a keyboard on the screen leaves, in pixels. Enlarging the page with two fingers does not change it. */
export const useVisibleHeight = () =>
  useSyncExternalStore(subscribe, () => {
    const { height, scale } = window.visualViewport ?? { height: window.innerHeight, scale: 1 };
    return Math.round(height * scale);
  });
