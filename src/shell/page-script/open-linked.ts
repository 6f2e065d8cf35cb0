/** A link that leads to a folded part of a page also opens it. */
export function openLinked() {
  const open = () => {
    // While the page loads, `:target` is nothing yet.
    const part = document.getElementById(location.hash.slice(1));
    if (part instanceof HTMLDetailsElement) part.open = true;
  };
  addEventListener('hashchange', open);
  addEventListener('DOMContentLoaded', open);
  open();
}
