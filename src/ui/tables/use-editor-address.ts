import { leaving } from '../overlays/unsaved-guard.tsx';
import { useRequestedSearch } from './use-requested-search.ts';

/** Which editor of a page is open, as part of its address: it is there again after a reload, and other pages can link to it. */
export function useEditorAddress() {
  // Read in the browser only: the cached page is the same for every address.
  const [inAddress, change] = useRequestedSearch();
  const go = (name?: 'edit' | 'new', value = '', isReplaced = false) =>
    change(
      (next) => {
        next.delete('edit');
        next.delete('new');
        if (name) next.set(name, value);
      },
      { replace: isReplaced, state: leaving },
    );
  return {
    /** The id of what is edited. */
    editing: inAddress.get('edit') ?? undefined,
    /** What is made. */
    making: inAddress.get('new') ?? undefined,
    edit: (id: string) => go('edit', id),
    make: (what: string) => go('new', what),
    close: () => go(undefined, '', true),
  };
}
