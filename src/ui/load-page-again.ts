/** Firefox asks for a file of code only once, also if it could not be loaded, for as long as the page stays. */
const asksOnce = () => CSS.supports('-moz-appearance', 'none');

/**
 * For another attempt at code that could not be loaded: in a browser where only loading the page again helps, this does so if the site
 * answers. Elsewhere it does nothing.
 */
export async function loadPageAgain(): Promise<void> {
  if (!asksOnce()) return;
  const answers = await fetch(location.href, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
  if (answers) location.reload();
}
