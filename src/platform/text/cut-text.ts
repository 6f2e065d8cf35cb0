/** The first `length` UTF-16 units of a text, without half of a character such as an emoji at the end. */
export function cutText(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;
}
