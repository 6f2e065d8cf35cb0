import { useRouteLoaderData } from 'react-router';
import type { PublicSettings } from '../settings.contract.ts';
import { defaultSettings } from '../settings-defaults.ts';

type Loaded = { settings: PublicSettings; logoRatio: number | undefined; publicUrl: string };

/** The site's public settings, which came with the page; the defaults where they could not be loaded. */
export function useSiteSettings(): PublicSettings & { publicUrl: string } {
  const data = useRouteLoaderData<Loaded>('root');
  return { ...defaultSettings, ...data?.settings, publicUrl: data?.publicUrl ?? '' };
}

/** How wide the logo is for each pixel of its height; undefined for an icon, and where that is not known. */
export const useLogoRatio = () => useRouteLoaderData<Loaded>('root')?.logoRatio;
