import { randomInt } from 'node:crypto';

/** Excludes letters and digits that look alike. Twelve characters have 59 bits. */
const alphabet = '2 3 4 5 6 7 8 9 A B C D E F G H J K M N P Q R S T U V W X Y Z'.split(' ');
const codeLength = 12;

const grouped = (characters: string) => characters.match(/.{4}/g)?.join('-') ?? '';

/** "7K4M-XQ2P-9TRB". */
export const newGiftCode = () =>
  grouped(Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''));

/** A typed code in its stored form; undefined if it can't be one. */
export function readGiftCode(text: string): string | undefined {
  const characters = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return characters.length === codeLength ? grouped(characters) : undefined;
}
