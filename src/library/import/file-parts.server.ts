import { setImmediate } from 'node:timers/promises';

const [quote, comma, lineFeed, carriageReturn, backslash] = [...'",\n\r\\'].map((sign) => sign.charCodeAt(0));
const [bracket, brace] = [...'[{'].map((sign) => sign.charCodeAt(0));

/** How many commas the longest record of a CSV file has, outside of quotes. Found without a list of its fields. */
export function commasOfRecord(bytes: Uint8Array): number {
  let isQuoted = false;
  let count = 0;
  let most = 0;
  for (const byte of bytes) {
    if (byte === quote) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (byte === comma) {
      count += 1;
      most = Math.max(most, count);
    } else if (byte === lineFeed || byte === carriageReturn) count = 0;
  }
  return most;
}

/** How many lists and objects a JSON file has. */
export function partsOfJson(bytes: Uint8Array): number {
  let isQuoted = false;
  let count = 0;
  for (let position = 0; position < bytes.length; position += 1) {
    const byte = bytes[position];
    if (isQuoted && byte === backslash) position += 1;
    else if (byte === quote) isQuoted = !isQuoted;
    else if (!isQuoted && (byte === bracket || byte === brace)) count += 1;
  }
  return count;
}

/** After so many rows, others get their turn. */
const rowsAtOnce = 100;
export const pauseAfter = (index: number) =>
  index % rowsAtOnce === rowsAtOnce - 1 ? setImmediate() : undefined;
