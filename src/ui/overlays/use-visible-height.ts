import { type CSSProperties, useSyncExternalStore } from 'react';

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

/** A style variable for dialogs: how much of the page an on-screen keyboard covers. On iOS it lies over the page, which keeps its height. */
export function useKeyboardStyle(): CSSProperties {
  const covered = document.documentElement.clientHeight - useVisibleHeight();
  return { '--keyboard': `${Math.max(0, covered)}px` } as CSSProperties;
}
