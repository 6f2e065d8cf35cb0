import { useRouteLoaderData } from 'react-router';
import type { PublicSettings } from '../settings.contract.ts';
import { defaultSettings } from '../settings-defaults.ts';

/** The site's public settings, which came with the page; the defaults where they could not be loaded. */
export function useSiteSettings(): PublicSettings & { publicUrl: string } {
  const data = useRouteLoaderData<{ settings: PublicSettings; publicUrl: string }>('root');
  return { ...defaultSettings, ...data?.settings, publicUrl: data?.publicUrl ?? '' };
}
