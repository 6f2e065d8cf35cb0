/** The beginning of what an email looks like where its reader prefers dark. */
export const darkQuery = '@media (prefers-color-scheme:dark)';
