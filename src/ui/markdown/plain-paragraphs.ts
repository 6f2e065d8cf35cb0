/** Patterns that could be Markdown syntax. */
const mayBeMarkdown = /[\\`*_[<~|@\p{Cc}]|&[#\w]|https?:|www\.|^(?:[-+=#>:\s]|\d+[.)])|\s$/iu;

/** Longer texts are left to the formatter, which knows what a browser can lay out. */
const maximum = { length: 8_000, lines: 1_000 };

/** The paragraphs of a text without formatting, as lists of lines. Undefined for a text that may contain formatting. */
export function plainParagraphs(text: string): string[][] | undefined {
  if (text.length > maximum.length) return undefined;
  const lines = text.split('\n');
  if (lines.length > maximum.lines || lines.some((line) => mayBeMarkdown.test(line))) return undefined;
  const paragraphs: string[][] = [];
  lines.forEach((line, index) => {
    if (line === '') return;
    if (index === 0 || lines[index - 1] === '') paragraphs.push([]);
    paragraphs.at(-1)?.push(line);
  });
  return paragraphs;
}
