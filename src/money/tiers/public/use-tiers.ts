import { useRouteLoaderData } from 'react-router';
import type { Tier } from '../tiers.contract.ts';

/** All plans, which came with the page; empty if they couldn't be loaded. */
export const useTiers = (): Tier[] => useRouteLoaderData<{ tiers: Tier[] }>('root')?.tiers ?? [];
