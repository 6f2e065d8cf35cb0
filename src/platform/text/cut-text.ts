/** The first `length` UTF-16 units of a text, without half of a character such as an emoji at the end. */
export function cutText(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;
}

/** A text that was cut, without the word that the cut has broken. Scripts without spaces are cut anywhere. */
export function wholeWords(cut: string): string {
  const end = cut.search(/\s+\S*$/);
  return end < cut.length / 2 ? cut : cut.slice(0, end);
}
