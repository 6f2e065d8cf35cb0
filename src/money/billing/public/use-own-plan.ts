import { useSession } from '#people/session/public/session.tsx';
import { useLazyQuery } from '#platform/client/use-lazy-query.ts';
import { planQuery } from '../subscription/plan-query.ts';
import type { Subscription } from './billing.contract.ts';

/** The plan of whoever is signed in, on pages that everybody sees; undefined until it is known. */
export const useOwnPlan = (): Subscription | undefined =>
  useLazyQuery(planQuery, useSession().status === 'signed-in');
