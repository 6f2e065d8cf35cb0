import { setImmediate } from 'node:timers/promises';

const [quote, backslash, bracket, brace, bracketEnd, braceEnd] = [...'"\\[{]}'].map((sign) =>
  sign.charCodeAt(0),
);

/** Counts the lists and objects in a JSON file, and how many are inside each other at most. */
export function partsOfJson(bytes: Uint8Array): { count: number; depth: number } {
  let isQuoted = false;
  let count = 0;
  let level = 0;
  let depth = 0;
  for (let position = 0; position < bytes.length; position += 1) {
    const byte = bytes[position];
    if (isQuoted && byte === backslash) position += 1;
    else if (byte === quote) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (byte === bracket || byte === brace) {
      count += 1;
      level += 1;
      depth = Math.max(depth, level);
    } else if (byte === bracketEnd || byte === braceEnd) level -= 1;
  }
  return { count, depth };
}

/** After this many rows, yield to the event loop. */
const rowsAtOnce = 100;
export const pauseAfter = (index: number) =>
  index % rowsAtOnce === rowsAtOnce - 1 ? setImmediate() : undefined;

const sliceBytes = 16_384;
/** The bytes of a file, yielding to the event loop after each slice: parsing a file of only commas takes a minute. */
export async function* inSlices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes);
    await setImmediate();
  }
}
