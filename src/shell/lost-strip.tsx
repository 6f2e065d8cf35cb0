import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** Shown where code of the app could not be loaded, which the script in <head> marks: nothing else on the page can say so. */
export const LostStrip = () => (
  <p role="alert" className="when-lost">
    {m.page_incomplete()}
    {/* biome-ignore lint/a11y/useValidAnchor: the address of this page itself, asked for again; works without any script. */}
    <a href="">{common.try_again()}</a>
  </p>
);
