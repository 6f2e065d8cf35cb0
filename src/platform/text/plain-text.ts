import { cutText } from './cut-text.ts';

/** Only this many characters are read, which is more than any card shows. */
const shownLength = 2_000;

/** Text between markers, which directly touch its first and last character. */
const emphasis = /(\*{1,3})(?=[^\s*])([^*\n]{0,999}[^\s*])\1/g;
/** Underscores within a word belong to it, as in prompt_body. */
const underscored = /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_\n]{0,999}[^\s_])\1(?![\p{L}\p{N}_])/gu;

/** A link's or picture's text, and its address, which can have parentheses in it. */
const link = /!?\[([^\]]{0,1000})\]\((?:[^()]|\([^()]{0,1000}\)){0,2000}\)/g;
const struck = /~~(?=[^\s~])([^~\n]{0,999}[^\s~])~~/g;

const marks = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
/** Escaped marks and those of code as characters that no text has, one for each, so that they are no syntax. */
const firstHidden = 0xfdd0;
const hidden = /[\ufdd0-\ufdef]/g;
const hide = (text: string) =>
  text.replaceAll(/[!-/:-@[-`{-~]/g, (mark) => String.fromCharCode(firstHidden + marks.indexOf(mark)));
const showHidden = (text: string) =>
  text.replaceAll(hidden, (mark) => marks.charAt(mark.charCodeAt(0) - firstHidden));

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/**
 * The beginning of a Markdown text without syntax and tables, for cards. Characters that aren't syntax stay, as in "C#"
 * and "2 > 1". Lengths and repetitions are bounded, so that no text, such as one of only brackets, takes long.
 */
export const plainText = (markdown: string) =>
  showHidden(
    withoutMarks(cutText(markdown, shownLength).replaceAll(hidden, '')).replaceAll(
      /&(amp|lt|gt|quot|apos|nbsp);/g,
      (entity, name: string) => entities[name] ?? entity,
    ),
  ).trim();

const withoutMarks = (text: string) =>
  text
    .replaceAll(/^[^\S\n]*(?:\|.*|`{3,}.*|[-*_]{3,}[^\S\n]*)$/gm, '')
    // Together, because a backslash in code escapes nothing, and an escaped backtick begins no code.
    .replaceAll(
      /\\([!-/:-@[-`{-~])|(`{1,2})([^`\n]{1,1000})\2/g,
      (_, mark?: string, _marks?: string, code = '') => hide(mark ?? code),
    )
    .replaceAll(link, '$1')
    .replaceAll(/<[a-z/!][^>]{0,2000}>/gi, '')
    // Markers at the start of a line: headings, quotes, lists, also nested. Numbers stay.
    .replaceAll(/^[^\S\n]*(?:(?:>|(?:#{1,6}|[-+*])(?!\S))[^\S\n]*)+/gm, '')
    .replaceAll(struck, '$1')
    .replaceAll(emphasis, '$2')
    // Italics within bold text.
    .replaceAll(emphasis, '$2')
    .replaceAll(underscored, '$2');

/** A link or picture at the end of a text that isn't closed. */
const openLink = /!?\[([^[\]\n]*)(?:\]\([^()\n]*)?$/;
/**
 * A tag at the end that isn't closed. Without attributes it could also be text like "a <b", so it is only removed with
 * letters at the very end.
 */
const openTag = /<\/?[a-z][\w-]*(?:\s[^<>\n]*=[^<>\n]*)?$/i;
/** Opening markers of emphasis and code before a word, without closing ones. */
const openMark = /(?<![\p{L}\p{N}*_`])(?:\*{1,3}|_{1,3}|`{1,2})(?=[^\s*_`][^*_`\n]*$)/u;
const row = /^[^\S\n]*\|(.*?)\|?[^\S\n]*$/gm;
const rule = /^[|\s:-]*$/;

/**
 * The beginning of a Markdown text that was cut anywhere, as plain lines. Hides the markers of syntax that the cut has
 * left open.
 */
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
