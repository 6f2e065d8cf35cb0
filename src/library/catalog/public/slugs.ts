import { slugMaximumLength } from '#constants';
import { foldText } from '#platform/text/fold-text.ts';

/** "Café, naïve & co." becomes "cafe-naive-co"; `fallback` if no letter a-z or digit remains. */
export function slugify(text: string, fallback = 'prompt'): string {
  const plain = foldText(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // cspell:disable-next-line
    .replaceAll(/[þðħŧ]/g, (letter) => ({ þ: 'th', ð: 'd', ħ: 'h', ŧ: 't' })[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, '-');
  return cut(plain.replaceAll(/^-|-$/g, ''), slugMaximumLength) || fallback;
}

/** A slug with a number: "name-2". Shortens the name to keep within the maximum length. */
export const numberedSlug = (slug: string, number: number) =>
  number === 1 ? slug : `${cut(slug, slugMaximumLength - String(number).length - 1)}-${number}`;

const cut = (slug: string, length: number) => slug.slice(0, length).replace(/-+$/, '');
