/** Converts line ends to those of a textarea, whatever system a text comes from. */
export const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n');

/** Converts all texts of a record the same way, so that a form doesn't consider them changed. */
export function asTyped<Value>(value: Value): Value {
  if (typeof value === 'string') return withLineFeeds(value) as Value;
  if (Array.isArray(value)) return value.map(asTyped) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asTyped(field)])) as Value;
}
