import { foldText } from '#platform/text/fold-text.ts';

const maxTerms = 8;

/** `begins`: a term of one or two letters, which only matches the beginning of words. Other terms match anywhere. */
export type Term = { text: string; begins: boolean };

/** A letter or digit, or a symbol that is indexed by itself, such as an emoji. */
const letter = /[\p{Alphabetic}\p{Nd}]|[\u{e00}-\u{10ffff}]/u;
/** Has three letters in a row that an index supports, or is in a script without spaces between words. */
const isLong = /[a-z0-9]{3}|[\u{80}-\u{10ffff}]{3}|[\u{e00}-\u{10ffff}]/u;

/** Quotes and brackets around a word, punctuation after it, and the # of a tag. Other symbols belong to it: C#, .NET, 100%. */
const around =
  /^[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"'`<>¿¡]+|[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"'`<>\p{Terminal_Punctuation}]+$/gu;
const ofTag = /^#+(?=\p{Alphabetic})/u;
/** A part of a search that is found wherever the whole is, and also without the punctuation. */
function withoutPunctuation(text: string): string {
  const bare = text.replaceAll(around, '').replace(ofTag, '');
  return letter.test(bare) ? bare : text;
}

/** The words of a search. Words without letters, digits or indexed symbols, such as `--` and `%`, are left out. */
export const readTerms = (q: string): Term[] =>
  foldText(q)
    .split(/\s+/)
    .map(withoutPunctuation)
    .filter((text) => letter.test(text))
    .slice(0, maxTerms)
    .map((text) => ({ text, begins: !isLong.test(text) }));

/** The words within a term, as the word index splits them. */
export const wordsOf = ({ text }: Term): string[] => text.match(/[\p{Alphabetic}\p{Nd}]+/gu) ?? [];
/** Whether a term begins with a letter or digit, so that the beginning of a word is defined. */
export const startsWithLetter = ({ text }: Term) => /^[\p{Alphabetic}\p{Nd}]/u.test(text);
