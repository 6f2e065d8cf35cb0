/** A link that leads to a folded part of a page also opens it. */
export function openLinked() {
  const open = () => {
    // While the page loads, `:target` is nothing yet.
    const part = document.getElementById(location.hash.slice(1));
    if (part instanceof HTMLDetailsElement) part.open = true;
    return part !== null;
  };
  addEventListener('hashchange', open);
  if (!location.hash || open() || document.readyState !== 'loading') return;
  // Opened before it is painted: later, what is below it would move.
  const arriving = new MutationObserver(() => open() && arriving.disconnect());
  arriving.observe(document, { childList: true, subtree: true });
  addEventListener('DOMContentLoaded', () => {
    arriving.disconnect();
    open();
  });
}
