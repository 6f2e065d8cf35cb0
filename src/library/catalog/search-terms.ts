const maxTerms = 8;

/** `begins`: of one or two letters; it stands for how a word begins. Other terms are found anywhere. */
export type Term = { text: string; begins: boolean };

/** Accents, and what nobody sees: soft hyphens, joiners, marks of direction, variants of emoji. */
const unseen =
  /[\u0300-\u036f]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Without case, accents, invisible characters and the width of letters: the same as `fold_text` in the database. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(unseen, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll(/[øłđıς]/g, (letter) => ({ ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' })[letter] ?? letter);

/** A letter or digit, or a sign that the index knows by itself, such as an emoji. */
const letter = /[\p{Alphabetic}\p{Nd}]|[\u{e00}-\u{10ffff}]/u;
/** Three letters in a row that an index knows, or one of a script that puts no spaces between words. */
const isLong = /[a-z0-9]{3}|[\u{80}-\u{10ffff}]{3}|[\u{e00}-\u{10ffff}]/u;

/** The words of a question. What has neither letters nor digits nor signs of its own, as `--` and `%`, is left out. */
export const readTerms = (q: string): Term[] =>
  foldText(q)
    .split(/\s+/)
    .filter((text) => letter.test(text))
    .slice(0, maxTerms)
    .map((text) => ({ text, begins: !isLong.test(text) }));

/** The words within a term, as the word index knows them. */
export const wordsOf = ({ text }: Term): string[] => text.match(/[\p{Alphabetic}\p{Nd}]+/gu) ?? [];
/** Whether a term begins with a letter, so that it is clear where a word begins. */
export const startsWithLetter = ({ text }: Term) => /^[\p{Alphabetic}\p{Nd}]/u.test(text);
