import { createContext } from 'react-router';
import type { Tier } from '../tiers.contract.ts';

export type TiersServices = { list(): Promise<Tier[]> };

/** The plans, for loaders. */
export const tiersContext = createContext<TiersServices>();
