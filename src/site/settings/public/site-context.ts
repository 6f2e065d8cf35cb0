import { createContext } from 'react-router';
import type { PublicSettings } from '../settings.contract.ts';

export type SiteServices = {
  /** Scheme and host under which the site is reached, without a trailing slash. */
  publicUrl: string;
  settings(): Promise<PublicSettings>;
};

/** What every public page asks about the site, for its loader. */
export const siteContext = createContext<SiteServices>();
