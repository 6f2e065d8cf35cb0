/** A link to a collapsed part of a page also opens it. */
export function openLinked() {
  const open = () => {
    // `:target` doesn't match while the page loads.
    const part = document.getElementById(location.hash.slice(1));
    if (part instanceof HTMLDetailsElement) part.open = true;
    return part !== null;
  };
  addEventListener('hashchange', open);
  if (!location.hash || open() || document.readyState !== 'loading') return;
  // Opened before it is painted, or the content below would shift.
  const arriving = new MutationObserver(() => open() && arriving.disconnect());
  arriving.observe(document, { childList: true, subtree: true });
  addEventListener('DOMContentLoaded', () => {
    arriving.disconnect();
    open();
  });
}
