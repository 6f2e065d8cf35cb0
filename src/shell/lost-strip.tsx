import * as m from './words/messages.ts';

/** Drawn from the label, so that it is no part of the text of every page; the app need not bring it, since nobody sees it then. */
const words = () => (import.meta.env.SSR ? `${m.page_incomplete()} ${m.load_it_again()}` : undefined);

/** Shown where code of the app could not be loaded, which the script in <head> marks: nothing else on the page can say so. */
export const LostStrip = () => (
  <div aria-live="polite">
    {/* biome-ignore lint/a11y/useValidAnchor: the address of this page itself, asked for again; works without any script. */}
    {/* biome-ignore lint/a11y/useAnchorContent: its label is its content. */}
    <a href="" className="when-lost" aria-label={words()} suppressHydrationWarning />
  </div>
);
