/**
 * A ref for the parent of rows. If the focused element disappears, the focus moves to its row; if the row disappears, to the next or else
 * the previous one; and after the last row, to the heading above the list.
 */
export function keepRowFocus(list: HTMLElement | null) {
  if (!list) return;
  lists.add(list);
  const places = placesAround(list);
  const { pathname } = location;
  let focused: Node | null = null;
  const remember = ({ target }: FocusEvent) => {
    focused = target instanceof Node ? target : null;
  };
  const hasLost = (gone: Node) => gone.contains(focused) && document.activeElement === document.body;
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, nextSibling, previousSibling } of records) {
      // A list inside a row handles its own rows.
      if (listAround(target) !== list || ![...removedNodes].some(hasLost)) continue;
      const rows = target === list ? [nextSibling, previousSibling] : [rowOf(list, target)];
      // An element that was only moved is still in the list.
      const next = [focused, ...rows]
        .filter((node) => node instanceof HTMLElement)
        .find((node) => list.contains(node));
      const place = next ?? headingIn(places);
      focusOn(place);
      place?.scrollIntoView({ block: 'nearest' });
    }
  });
  list.addEventListener('focusin', remember);
  observer.observe(list, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', remember);
    // For a list that disappears with its last row, but not along with its page.
    queueMicrotask(() => {
      if (!list.isConnected && location.pathname === pathname && hasLost(list)) focusOn(headingIn(places));
    });
  };
}

/** The ancestors, up to the dialog or page: a dialog's lists have nothing to do with what is outside it. */
function placesAround(element: Element): Element[] {
  const parent = element.parentElement;
  if (!parent || element.matches('main, [role="dialog"], [role="alertdialog"]')) return [];
  return [parent, ...placesAround(parent)];
}

const lists = new WeakSet<Node>();
const listAround = (node: Node | null): Node | null =>
  node === null || lists.has(node) ? node : listAround(node.parentNode);

const rowOf = (list: Element, node: Node) => [...list.children].find((row) => row.contains(node)) ?? null;

/** The heading of the nearest place that still exists and has one. */
function headingIn(places: Element[]): HTMLElement | null {
  for (const place of places) {
    const heading = place.isConnected && place.querySelector<HTMLElement>('h1, h2, h3, legend');
    if (heading) return heading;
  }
  return null;
}

/** The heading of the surrounding part of the page. */
export const headingAbove = (element: Element) => headingIn(placesAround(element));

/** Focuses an element, even one that Tab skips, until it loses the focus. Doesn't scroll. */
export function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
