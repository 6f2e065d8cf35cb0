import { useEffect, useState } from 'react';
import { useSession } from '#people/session/public/session.tsx';
import type { Subscription } from './billing.contract.ts';

/** The plan of whoever is signed in, on pages that everybody sees; undefined until it is known. */
export function useOwnPlan(): Subscription | undefined {
  const { status } = useSession();
  const [plan, setPlan] = useState<Subscription>();
  useEffect(() => {
    if (status !== 'signed-in') return setPlan(undefined);
    let isOver = false;
    import('#platform/api-client.ts')
      .then(({ api }) => api.subscription.$get())
      .then((answer) => answer.json())
      .then((found) => !isOver && setPlan(found))
      // Without it the page shows what visitors see.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [status]);
  return plan;
}
