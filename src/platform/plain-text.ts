/** Markdown without its marks and tables, for a card. Bounded repetitions: a text of brackets alone takes no longer than another. */
export const plainText = (markdown: string) =>
  markdown
    .replaceAll(/^\s*\|.*$/gm, '')
    .replaceAll(/!?\[([^\]]{0,1000})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/<[^>]{0,2000}>|[#*_`>]/g, '')
    .trim();
