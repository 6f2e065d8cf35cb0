/**
 * Adds to the values sent without an answer; keeps `max` of them, at least two. Any of them may be stored, most likely the first or one of
 * the latest; more answers in a row are hardly ever lost.
 */
export function keepSent<Value>(sent: readonly Value[], value: Value, max = 5): readonly Value[] {
  const [first, ...later] = [...sent, value];
  return first === undefined ? [] : [first, ...later.slice(1 - max)];
}
