import { createContext } from 'react-router';
import type { PublicSettings } from '../settings.contract.ts';

export type { PublicSettings };

export type SiteServices = {
  /** The site's scheme and host, without a trailing slash. */
  publicUrl: string;
  settings(): Promise<PublicSettings>;
  /** How wide the logo is for each pixel of its height; undefined where that is not known. */
  logoRatio(settings: PublicSettings): Promise<number | undefined>;
};

/** What the loaders of public pages need to know about the site. */
export const siteContext = createContext<SiteServices>();
