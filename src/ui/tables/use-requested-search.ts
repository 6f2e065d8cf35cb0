import { use, useCallback, useMemo, useSyncExternalStore } from 'react';
import { type NavigateOptions, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router';

/**
 * The URL's query as last requested, and a function to change it. React Router's `useSearchParams` returns it as last rendered: a second
 * change before that would undo the first, and a control showing it would jump back.
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
      // If it replaces a pending change that adds a history entry, it must add that entry itself.
      const isReplaced = replace && navigation.historyAction !== 'PUSH';
      void navigate(`?${next}`, { preventScrollReset: true, replace: isReplaced, ...options });
    },
    [drawn, navigate, pathname, router],
  );
  return [useMemo(() => new URLSearchParams(search), [search]), change] as const;
}

/** Sets parameters; those without a value are removed. */
export function setParameters(
  search: URLSearchParams,
  values: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value) search.set(name, value);
    else search.delete(name);
  }
}
