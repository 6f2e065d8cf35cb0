import { useEffect } from 'react';
import { setParameters, useRequestedSearch } from '#ui/tables/use-requested-search.ts';
import { readReturnPath } from '../checkout/return-path.ts';

/** Puts where a member came from back into the URL of the page that a checkout returns to when it is left. */
export function useLeftCheckout() {
  const [search, change] = useRequestedSearch();
  const hasLeft = search.has('checkout');
  useEffect(() => {
    if (hasLeft)
      change((next) => setParameters(next, { checkout: undefined, from: readReturnPath() }), {
        replace: true,
      });
  }, [hasLeft, change]);
}
