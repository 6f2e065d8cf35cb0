/** Firefox requests a module file only once per page load, even if that failed. */
const asksOnce = () => CSS.supports('-moz-appearance', 'none');

/**
 * For retrying code that failed to load: in browsers where only reloading the page helps, reloads it if the site
 * answers. Does nothing in others.
 */
export async function loadPageAgain(): Promise<void> {
  if (!asksOnce()) return;
  const answers = await fetch(location.href, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
  if (answers) location.reload();
}
