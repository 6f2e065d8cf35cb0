/** Markdown without its marks and tables, for a card. */
export const plainText = (markdown: string) =>
  markdown
    .replaceAll(/^\s*\|.*$/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]*>|[#*_`>]/g, '')
    .trim();
