import { useRouteLoaderData } from 'react-router';
import type { PublicSettings } from '../settings.contract.ts';
import { defaultSettings } from '../settings-defaults.ts';

type Loaded = { settings: PublicSettings; logoRatio: number | undefined; publicUrl: string };

/** The site's public settings, which came with the page; the defaults if they couldn't be loaded. */
export function useSiteSettings(): PublicSettings & { publicUrl: string } {
  const data = useRouteLoaderData<Loaded>('root');
  return { ...defaultSettings, ...data?.settings, publicUrl: data?.publicUrl ?? '' };
}

/** The logo's width divided by its height; undefined for an icon, or if unknown. */
export const useLogoRatio = () => useRouteLoaderData<Loaded>('root')?.logoRatio;
