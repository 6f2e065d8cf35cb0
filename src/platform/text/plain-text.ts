/** Characters that are read: more than any card shows. */
const shownLength = 2_000;

/** What is marked by signs on both sides of it: they stand at its first and last letter. */
const emphasis = /(\*{1,3})(?=[^\s*])([^*\n]{0,999}[^\s*])\1/g;
/** Within a word it is a part of it, as in prompt_body. */
const underscored = /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_\n]{0,999}[^\s_])\1(?![\p{L}\p{N}_])/gu;

/**
 * The beginning of a markdown text without syntax and tables, for cards. Signs that are no syntax stay, as in "C#" and "2 > 1". Length and
 * repetitions are bounded, so that a text of brackets alone takes no longer than another.
 */
export const plainText = (markdown: string) =>
  markdown
    .slice(0, shownLength)
    .replaceAll(/^[^\S\n]*(?:\|.*|`{3,}.*|[-*_]{3,}[^\S\n]*)$/gm, '')
    .replaceAll(/!?\[([^\]]{0,1000})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/<[a-z/!][^>]{0,2000}>/gi, '')
    // What begins a line: headings, quotes, lists, and one in another. Numbers are read as they are.
    .replaceAll(/^[^\S\n]*(?:(?:>|(?:#{1,6}|[-+*])(?!\S))[^\S\n]*)+/gm, '')
    .replaceAll(/(`{1,2})([^`\n]{1,1000})\1/g, '$2')
    .replaceAll(emphasis, '$2')
    // Bold with something soft in it.
    .replaceAll(emphasis, '$2')
    .replaceAll(underscored, '$2')
    .trim();

/** At the end of a text: a link or a picture that is not closed. */
const openLink = /!?\[([^[\]\n]*)(?:\]\([^()\n]*)?$/;
/** A tag that is not closed. One without attributes could be "a <b" as well, and goes only with its letters at the very end. */
const openTag = /<\/?[a-z][\w-]*(?:\s[^<>\n]*=[^<>\n]*)?$/i;
/** Signs of emphasis and code before a word, without those after it. */
const openMark = /(?<![\p{L}\p{N}*_`])(?:\*{1,3}|_{1,3}|`{1,2})(?=[^\s*_`][^*_`\n]*$)/u;
const row = /^[^\S\n]*\|(.*?)\|?[^\S\n]*$/gm;
const rule = /^[|\s:-]*$/;

/** The beginning of a markdown text that was cut anywhere, as plain lines: nothing that the cut has left open shows its signs. */
export const plainTeaser = (cut: string) =>
  plainText(
    cut
      .replace(openLink, '$1')
      .replace(openTag, '')
      .replaceAll(row, (_, cells: string) =>
        rule.test(cells)
          ? ''
          : cells
              .split('|')
              .map((cell) => cell.trim())
              .join(' · '),
      ),
  )
    .replace(openMark, '')
    .replaceAll(/\n{3,}/g, '\n\n');
