import { useSession } from '#people/session/public/session.tsx';
import { useLazyQuery } from '#platform/client/use-lazy-query.ts';
import { planQuery } from '../subscription/plan-query.ts';
import type { Subscription } from './billing.contract.ts';

/** The signed-in member's plan, on pages that everyone can see; undefined until it is known. */
export const useOwnPlan = (): Subscription | undefined =>
  useLazyQuery(planQuery, useSession().status === 'signed-in');
