import * as m from './words/messages.ts';

/**
 * CSS shows the label, so that it isn't part of every page's text. The app doesn't need it, because the strip is
 * only shown without the app.
 */
const words = () => (import.meta.env.SSR ? `${m.page_incomplete()} ${m.load_it_again()}` : undefined);

/** Shown if code of the app failed to load, which the script in <head> detects. Nothing else on the page could report it. */
export const LostStrip = () => (
  <div aria-live="polite">
    {/* biome-ignore lint/a11y/useValidAnchor: a link to the page itself reloads it, without any script. */}
    {/* biome-ignore lint/a11y/useAnchorContent: its label is its content. */}
    <a href="" className="when-lost" aria-label={words()} suppressHydrationWarning />
  </div>
);
