/** Lines that end as those of a textarea do, whatever system a text comes from. */
export const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n');

/** All texts of a record as a textarea gives them back, so that a form does not take them for changed. */
export function asTyped<Value>(value: Value): Value {
  if (typeof value === 'string') return withLineFeeds(value) as Value;
  if (Array.isArray(value)) return value.map(asTyped) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asTyped(field)])) as Value;
}
