/** Texts for which a markdown parser takes a time that grows with the square of their length, or a browser to lay them out. */
export const hostileMarkdown = {
  emphasis: '*a'.repeat(24_000),
  quotes: '>'.repeat(20_000),
  tables: '<table><tr><td>'.repeat(3_000),
};
