import { foldText } from '#platform/text/fold-text.ts';

/** Invisible characters, stripped so they cannot hide a listed word. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;
/** Scripts that don't put spaces between words. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Normalizes text so that lookalikes match. */
const plain = (text: string) => foldText(text.replaceAll(unseen, '')).replaceAll(/\s+/gu, ' ').trim();

/** The first of these words or phrases found in the text, ignoring case and accents. In scripts with spaces, only whole words match. */
export function heldWordIn(text: string, words: readonly string[]): string | undefined {
  const searched = plain(text);
  return words.find((word) => {
    const wanted = plain(word);
    if (wanted === '') return false;
    if (withoutSpaces.test(wanted)) return searched.includes(wanted);
    const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(searched);
  });
}

/** Links as people write them: with a scheme, with www., or a host under one of the domains most common in spam. */
const link =
  /\b(?:https?:\/\/|www\.)[^\s<>"']+|(?<![@\p{L}\p{N}.-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|info|biz|io|co|me|app|dev|ai|xyz|top|shop|site|online|store|club|link|click|live|pro|ru|cn|de|uk|eu|us|in|br|to|gg|ly)(?![\p{L}\p{N}-]|\.\p{L})(?:[/?#][^\s<>"']*)?/giu;

/** The links in a text, except those to `ownHost`. */
export function linksTo(text: string, ownHost: string): string[] {
  return [...text.normalize('NFKC').replaceAll(unseen, '').matchAll(link)]
    .map(([found]) => found)
    .filter((found) => {
      const address = /^https?:/i.test(found) ? found : `https://${found}`;
      return !URL.canParse(address) || new URL(address).host !== ownHost;
    });
}
