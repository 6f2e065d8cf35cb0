/** Texts that take quadratic time to parse as Markdown, or for a browser to lay out. */
export const hostileMarkdown = {
  emphasis: '*a'.repeat(24_000),
  quotes: '>'.repeat(20_000),
  tables: '<table><tr><td>'.repeat(3_000),
};
