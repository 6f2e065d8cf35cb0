/** More than any card shows. */
const shownLength = 2_000;

/**
 * The beginning of a markdown text without syntax and tables, for cards. Length and repetitions are bounded, so that a text of brackets
 * alone takes no longer than another.
 */
export const plainText = (markdown: string) =>
  markdown
    .slice(0, shownLength)
    .replaceAll(/^[^\S\n]*\|.*$/gm, '')
    .replaceAll(/!?\[([^\]]{0,1000})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/<[^>]{0,2000}>|[#*_`>]/g, '')
    .trim();
