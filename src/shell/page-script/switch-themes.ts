import { themeEvent, themeKey } from '#ui/theme-key.ts';

/** The theme button, on every page. */
export function switchThemes() {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-theme-switch]')) return;
    const { dataset } = document.documentElement;
    const isDark =
      dataset.theme === 'dark' ||
      (dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    dataset.theme = isDark ? 'light' : 'dark';
    try {
      localStorage.setItem(themeKey, dataset.theme);
    } catch {
      // Without storage, the choice applies to this page only.
    }
    document.dispatchEvent(new Event(themeEvent));
  });
}
