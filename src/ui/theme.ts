import { useSyncExternalStore } from 'react';
import { themeEvent } from './theme-key.ts';

function current(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Light or dark: the system's theme, unless the visitor has chosen one. The page's script handles the theme button. */
export const useTheme = () =>
  useSyncExternalStore<'light' | 'dark'>(
    (listener) => {
      document.addEventListener(themeEvent, listener);
      return () => document.removeEventListener(themeEvent, listener);
    },
    current,
    () => 'light',
  );
