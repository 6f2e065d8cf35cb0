/** The first `length` UTF-16 units of a text, but never ending with half a character such as an emoji. */
export function cutText(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;
}

/** A text that was cut, without the last, broken word. Text in scripts without spaces stays as it was cut. */
export function wholeWords(cut: string): string {
  const end = cut.search(/\s+\S*$/);
  return end < cut.length / 2 ? cut : cut.slice(0, end);
}
