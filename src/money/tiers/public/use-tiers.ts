import { useRouteLoaderData } from 'react-router';
import type { Tier } from '../tiers.contract.ts';

/** All plans, which came with the page; none where they could not be loaded. */
export const useTiers = (): Tier[] => useRouteLoaderData<{ tiers: Tier[] }>('root')?.tiers ?? [];
