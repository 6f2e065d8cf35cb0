/** The media query for readers who prefer a dark theme. */
export const darkQuery = '@media (prefers-color-scheme:dark)';
