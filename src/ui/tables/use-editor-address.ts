import { leaving } from '../overlays/leaving.ts';
import { useRequestedSearch } from './use-requested-search.ts';

/** Keeps in the URL which editor of a page is open, so that it is open again after a reload, and other pages can link to it. */
export function useEditorAddress() {
  // Only read in the browser, because the cached page is the same for every URL.
  const [inAddress, change] = useRequestedSearch();
  const go = (name?: 'edit' | 'new', value = '', { replace = false } = {}) =>
    change(
      (next) => {
        next.delete('edit');
        next.delete('new');
        if (name) next.set(name, value);
      },
      { replace, state: leaving },
    );
  return {
    /** The id of the record being edited. */
    editing: inAddress.get('edit') ?? undefined,
    /** The kind of record being created. */
    making: inAddress.get('new') ?? undefined,
    edit: (id: string) => go('edit', id),
    make: (what: string) => go('new', what),
    close: () => go(undefined, '', { replace: true }),
  };
}
