import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'promptory_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^promptory_([0-9A-Za-z]{34})([0-9A-Za-z]{6})$/;

/** The checksum that lets secret scanners recognize a key offline: CRC-32 in base 62, six digits. */
function checksum(text: string): string {
  let rest = crc32(text);
  let result = '';
  for (let place = 0; place < 6; place += 1) {
    result = digits.charAt(rest % 62) + result;
    rest = Math.floor(rest / 62);
  }
  return result;
}

/** A new key: the prefix, 34 random characters (202 bits) and their checksum. `hint` is the part that its owner can see later. */
export function newApiKey(): { text: string; hash: Buffer; hint: string } {
  const random = Array.from({ length: 34 }, () => digits.charAt(randomInt(62))).join('');
  const text = `${prefix}${random}${checksum(random)}`;
  return { text, hash: hashOf(text), hint: text.slice(0, prefix.length + 4) };
}

export const isApiKey = (text: string): boolean => text.startsWith(prefix);

/** @returns undefined if the text can't be a key */
export function apiKeyHash(text: string): Buffer | undefined {
  const [, random = '', sum] = shape.exec(text) ?? [];
  return sum === checksum(random) ? hashOf(text) : undefined;
}

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
