import { hasStarted } from './app-starter.ts';

/** The parts of a public list, see `browse-list.tsx`. */
const parts = {
  list: '[data-list]',
  items: '[data-list-items]',
  next: '[data-list-next]',
  problem: '[data-list-problem]',
  status: ':scope > [role=status]',
};

/** Whether a request is for more of the list, for another one, or for one that the browser has gone back to. */
type Way = 'more' | 'other' | 'back';

async function load(address: string): Promise<Document> {
  const response = await fetch(address, { headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Replaces an element with the same element of another document. */
function replace(selector: string, other: Document) {
  const shown = document.querySelector(selector);
  const loaded = other.querySelector(selector);
  if (shown && loaded) shown.replaceWith(document.adoptNode(loaded));
  else shown?.remove();
}

/** Replaces the list around its status element, which stays: screen readers only announce changes in an existing element. */
function replaceList(other: Document) {
  const [shown, loaded] = [document, other].map((page) => page.querySelector(parts.list));
  const status = shown?.querySelector(parts.status);
  const found = loaded?.querySelector(parts.status);
  if (!shown || !loaded || !status || !found) return replace(parts.list, other);
  for (const part of [...shown.childNodes]) if (part !== status) part.remove();
  const all = [...loaded.childNodes];
  status.before(...all.slice(0, all.indexOf(found)));
  status.after(...all.slice(all.indexOf(found) + 1));
  status.replaceChildren(...found.childNodes);
}

/** How many pages are added again at most. */
const maxAdded = 20;

/**
 * Kept in the current entry of the browser's history for a reload and Back: how many pages "Load more" has added, and how far the reader had
 * scrolled.
 */
type Entry = { added?: number; place?: number } | null;
const keep = (values: Entry) => history.replaceState({ ...history.state, ...values }, '');
const keepPlace = () => (history.state as Entry)?.added && keep({ place: scrollY });

/** Appends the items behind "Load more". @returns the first of them */
function append(other: Document) {
  const items = document.querySelector(parts.items);
  const known = new Set([...(items?.children ?? [])].map(({ id }) => id));
  const added = [...(other.querySelector(parts.items)?.children ?? [])].filter(({ id }) => !known.has(id));
  items?.append(...added.map((item) => document.adoptNode(item)));
  replace(parts.next, other);
  return added[0];
}

/** Shows the list with other filters or in another order. */
function show(other: Document, address: string, { addsToHistory }: { addsToHistory: boolean }) {
  const focused = document.activeElement;
  const focusedLink = focused instanceof HTMLAnchorElement ? focused.getAttribute('href') : undefined;
  const focusedId = focused?.id;
  replaceList(other);
  document.title = other.title;
  replace('link[rel=canonical]', other);
  if (addsToHistory) {
    keepPlace();
    history.pushState({ list: true }, '', address);
    history.scrollRestoration = 'auto';
  }
  const same = focusedId
    ? document.getElementById(focusedId)
    : [...document.querySelectorAll<HTMLElement>(`${parts.list} a`)].find(
        (link) => link.getAttribute('href') === focusedLink,
      );
  same?.focus({ preventScroll: true });
}

/** Whether only the place in the page differs, as after a skip link. */
const isPlace = (from: string, to: string) =>
  `${from}${to}`.includes('#') && from.split('#')[0] === to.split('#')[0];

/**
 * On pages without the app, loads the links and the form of a public list into the current page. On failure, the list stays as it is, with
 * a link to try again. Without this script, they work as plain links and forms.
 */
export function swapLists() {
  let latest = 0;
  let addedPages = 0;
  let { href } = location;

  /** Shows as much of the list as before, and the reader's place unless they have gone to another one meanwhile. */
  async function addKeptPages() {
    const { added = 0, place = 0 }: NonNullable<Entry> = history.state ?? {};
    if (added === 0) return;
    const turn = latest;
    const start = scrollY;
    while (addedPages < Math.min(added, maxAdded)) {
      const next = document.querySelector<HTMLAnchorElement>(`${parts.next} a`);
      if (!next) break;
      const other = await load(next.href);
      if (turn !== latest) return;
      append(other);
      addedPages += 1;
    }
    if (scrollY === start) scrollTo(0, place);
  }

  async function attempt(address: string, way: Way) {
    const turn = ++latest;
    document.querySelector(parts.list)?.setAttribute('aria-busy', 'true');
    const problem = document.querySelector<HTMLElement>(parts.problem);
    if (problem) problem.hidden = true;
    try {
      const other = await load(address);
      // There has been a later request, so this answer is no longer wanted.
      if (turn !== latest) return;
      if (way === 'more') {
        append(other)?.querySelector('a')?.focus({ preventScroll: true });
        addedPages += 1;
        keep({ added: addedPages });
        // The browser would go to a place of the first page.
        history.scrollRestoration = 'manual';
      } else {
        show(other, address, { addsToHistory: way === 'other' });
        href = location.href;
        addedPages = 0;
        if (way === 'back') await addKeptPages();
      }
    } catch {
      const again = problem?.querySelector('a');
      if (problem && again && turn === latest) {
        again.href = address;
        again.rel = way === 'more' ? 'next' : '';
        problem.hidden = false;
      }
    } finally {
      if (turn === latest) document.querySelector(parts.list)?.removeAttribute('aria-busy');
    }
  }

  document.addEventListener('click', (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(`${parts.list} a`) : null;
    if (!link || hasStarted() || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    if (link.pathname !== location.pathname || link.origin !== location.origin) return;
    event.preventDefault();
    void attempt(link.href, link.rel === 'next' ? 'more' : 'other');
  });
  // Keeps empty fields out of the URL, regardless of how the form is submitted.
  document.addEventListener('formdata', ({ target, formData }) => {
    if (!(target instanceof Element) || !target.closest(parts.list)) return;
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.closest(parts.list)) target.form?.requestSubmit();
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.closest(parts.list) || hasStarted()) return;
    event.preventDefault();
    const values = [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const query = new URLSearchParams(values);
    void attempt(query.size > 0 ? `${form.action}?${query}` : form.action, 'other');
  });
  addEventListener('popstate', () => {
    const left = href;
    href = location.href;
    if (isPlace(left, href) || hasStarted() || !document.querySelector(parts.list)) return;
    void attempt(href, 'back');
  });
  addEventListener('scrollend', keepPlace);
  // For browsers that don't report the end of scrolling.
  document.addEventListener('visibilitychange', keepPlace);
  const begin = () => {
    // Without them, the list is a first page with its link.
    if (!hasStarted() && document.querySelector(parts.list)) addKeptPages().catch(() => undefined);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}
