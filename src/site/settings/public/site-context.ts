import { createContext } from 'react-router';
import type { PublicSettings } from '../settings.contract.ts';

export type { PublicSettings };

export type SiteServices = {
  /** The site's scheme and host, without a trailing slash. */
  publicUrl: string;
  settings(): Promise<PublicSettings>;
  /** The logo's width divided by its height; undefined if unknown. */
  logoRatio(settings: PublicSettings): Promise<number | undefined>;
};

/** The site's data for the loaders of public pages. */
export const siteContext = createContext<SiteServices>();
