import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** The key in local storage; the script in <head> reads it before the first paint. */
export const themeKey = 'promptory-theme';

const listeners = new Set<() => void>();

function current(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function choose(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(themeKey, theme);
  for (const listener of listeners) listener();
}

/** Light or dark: the system's unless the visitor has chosen. */
export function useTheme() {
  const theme = useSyncExternalStore<Theme>(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current,
    () => 'light',
  );
  return { theme, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') };
}
