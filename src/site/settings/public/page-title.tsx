import { tabTitle } from '#platform/pages/page-meta.ts';
import { useSiteSettings } from './site-settings.tsx';

/** The title of a page that is only known once the page is loaded. */
export const PageTitle = ({ children }: { children: string }) => (
  <title>{tabTitle(children, useSiteSettings().site_name)}</title>
);
