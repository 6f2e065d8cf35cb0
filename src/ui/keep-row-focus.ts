/**
 * A ref for the element around rows. When what has the focus goes away, the focus moves to the row that it was in; when the row goes away, to
 * the next one, else the one before; with the last one, to the heading above the list.
 */
export function keepRowFocus(list: HTMLElement | null) {
  if (!list) return;
  lists.add(list);
  const places = placesAround(list);
  const { pathname } = location;
  let focused: Node | null = null;
  const remember = ({ target }: FocusEvent) => {
    focused = target as Node;
  };
  const hasLost = (gone: Node) => gone.contains(focused) && document.activeElement === document.body;
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, nextSibling, previousSibling } of records) {
      // A list within a row looks after its own rows.
      if (listAround(target) !== list || ![...removedNodes].some(hasLost)) continue;
      const rows = target === list ? [nextSibling, previousSibling] : [rowOf(list, target)];
      // What was only moved is still there.
      const next = [focused, ...rows].find((node) => node instanceof HTMLElement && list.contains(node));
      const place = (next as HTMLElement | undefined) ?? headingIn(places);
      focusOn(place);
      place?.scrollIntoView({ block: 'nearest' });
    }
  });
  list.addEventListener('focusin', remember);
  observer.observe(list, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', remember);
    // A list that goes with its last row, and not with its page.
    queueMicrotask(() => {
      if (!list.isConnected && location.pathname === pathname && hasLost(list)) focusOn(headingIn(places));
    });
  };
}

/** Up to the dialog or the page that it is in: what is outside of a dialog has nothing to do with its lists. */
function placesAround(element: Element): Element[] {
  const parent = element.parentElement;
  if (!parent || element.matches('main, [role="dialog"], [role="alertdialog"]')) return [];
  return [parent, ...placesAround(parent)];
}

const lists = new WeakSet<Node>();
const listAround = (node: Node | null): Node | null =>
  node === null || lists.has(node) ? node : listAround(node.parentNode);

const rowOf = (list: Element, node: Node) => [...list.children].find((row) => row.contains(node)) ?? null;

/** Of the nearest place that is left and has one. */
function headingIn(places: Element[]): HTMLElement | null {
  for (const place of places) {
    const heading = place.isConnected && place.querySelector<HTMLElement>('h1, h2, h3, legend');
    if (heading) return heading;
  }
  return null;
}

/** The heading of the part of the page that it is in. */
export const headingAbove = (element: Element) => headingIn(placesAround(element));

/** Gives the focus to what has no place in the order of Tab too, until it leaves. Nothing scrolls. */
export function focusOn(element: HTMLElement | null) {
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
