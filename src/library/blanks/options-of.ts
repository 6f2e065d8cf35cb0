import { limits } from '#constants';
import { cutText } from '#platform/text/cut-text.ts';

/** The options of a blank from a text with one per line, cut to what can be saved. */
export const optionsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => cutText(line.trim(), limits.blankOption))
    .filter(Boolean)
    .slice(0, limits.blankOptions);
