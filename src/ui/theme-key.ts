/** The key in local storage; the script in <head> reads it before the first paint. */
export const themeKey = 'promptory-theme';
/** Dispatched at the document when the visitor has chosen a theme. */
export const themeEvent = 'promptory:theme';
