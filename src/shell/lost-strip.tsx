import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/**
 * Shown where code of the app could not be loaded, which the script in <head> marks: nothing else on the page can say so. Its words are drawn
 * from its label, so that they are no part of the text of every page.
 */
export const LostStrip = () => (
  // biome-ignore lint/a11y/useValidAnchor: the address of this page itself, asked for again; works without any script.
  // biome-ignore lint/a11y/useAnchorContent: its label is its content.
  <a href="" className="when-lost" aria-label={`${m.page_incomplete()} ${common.try_again()}`} />
);
