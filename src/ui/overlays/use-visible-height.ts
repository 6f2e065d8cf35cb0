import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.visualViewport?.addEventListener('resize', listener);
  return () => window.visualViewport?.removeEventListener('resize', listener);
}

/** The height that an on-screen keyboard leaves, in pixels. Pinch zooming doesn't change it. */
export const useVisibleHeight = () =>
  useSyncExternalStore(subscribe, () => {
    const { height, scale } = window.visualViewport ?? { height: window.innerHeight, scale: 1 };
    return Math.round(height * scale);
  });
