/**
 * Adds to the values sent without an answer. Any of them may be stored, most likely the first or one of the latest;
 * more answers in a row are hardly ever lost.
 */
export function keepSent<Value>(sent: readonly Value[], value: Value): readonly Value[] {
  const [first, ...later] = [...sent, value];
  return first === undefined ? [] : [first, ...later.slice(-4)];
}
