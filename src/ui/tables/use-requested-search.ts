import { use, useCallback, useMemo, useSyncExternalStore } from 'react';
import { type NavigateOptions, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router';

/**
 * The search of the page's address as it was last asked for, and a way to change it. React Router's `useSearchParams` has it as it
 * was last drawn: a second change before that would undo the first one, and a control that shows it would spring back.
 */
export function useRequestedSearch() {
  const { pathname, search: drawn } = useLocation();
  const navigate = useNavigate();
  const router = use(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error('useRequestedSearch needs a router with data');
  const read = () => {
    const { location, navigation } = router.state;
    const asked = navigation.location ?? location;
    return asked.pathname === pathname ? asked.search : drawn;
  };
  const search = useSyncExternalStore(router.subscribe, read, () => drawn);
  const change = useCallback(
    (edit: (search: URLSearchParams) => void, { replace = false, ...options }: NavigateOptions = {}) => {
      const { location, navigation } = router.state;
      const asked = navigation.location ?? location;
      const isLeaving = asked.pathname !== pathname;
      // A pending search update must not override a later navigation.
      if (isLeaving && replace) return;
      const next = new URLSearchParams(isLeaving ? drawn : asked.search);
      edit(next);
      // What takes the place of a change that is on its way to a new entry in the history needs that entry.
      const isReplaced = replace && navigation.historyAction !== 'PUSH';
      void navigate(`?${next}`, { preventScrollReset: true, replace: isReplaced, ...options });
    },
    [drawn, navigate, pathname, router],
  );
  return [useMemo(() => new URLSearchParams(search), [search]), change] as const;
}

/** Sets parameters; those without a value are taken away. */
export function setParameters(
  search: URLSearchParams,
  values: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value) search.set(name, value);
    else search.delete(name);
  }
}
