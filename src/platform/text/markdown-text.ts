export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Puts a text in a code fence that is longer than any in the text. */
export function fenced(text: string): string {
  let longest = 2;
  for (const [marks] of text.matchAll(/`+/g)) longest = Math.max(longest, marks.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
