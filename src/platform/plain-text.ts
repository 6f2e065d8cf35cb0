/** Markdown without syntax and tables, for cards. Repetitions are bounded, so that a text of brackets alone takes no longer than another. */
export const plainText = (markdown: string) =>
  markdown
    .replaceAll(/^\s*\|.*$/gm, '')
    .replaceAll(/!?\[([^\]]{0,1000})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/<[^>]{0,2000}>|[#*_`>]/g, '')
    .trim();
