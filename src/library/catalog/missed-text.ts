import { figures } from '#constants';

const { characters, digits } = figures.missed;
/** A host with a path. A host alone may be the name of a thing, such as node.js. */
const linkWithoutScheme = /[\p{L}\p{N}]\.\p{L}{2,}(?::\d+)?\//u;

/**
 * A search text in the form in which it is counted. Undefined if it isn't counted because it may identify a person:
 * email addresses, links, long numbers, and more than a few words.
 */
export function missedText(q: string): string | undefined {
  const text = q.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (text.length < 2 || text.length > characters) return undefined;
  if (!/[\p{L}\p{N}]/u.test(text) || /[@\0]|:\/\/|www\./.test(text) || linkWithoutScheme.test(text))
    return undefined;
  if ((text.match(/\d/g) ?? []).length > digits) return undefined;
  return text;
}
