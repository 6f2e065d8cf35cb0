/** Accents and invisible characters: soft hyphens, joiners, direction marks, emoji variants. */
const unseen =
  /[\u0300-\u036f]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Removes case, accents, invisible characters and differences in width. Must match `fold_text` in the database. */
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
