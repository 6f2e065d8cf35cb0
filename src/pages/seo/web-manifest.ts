import { cutText } from '#platform/text/cut-text.ts';
import { accentIn, barColors } from '#site/settings/public/accent.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/web-manifest.ts';

/** The manifest for adding the site to a phone's home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { site_name, site_tagline, site_accent } = await context.get(siteContext).settings();
  const icon = (size: number, purpose: string) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    name: site_name,
    short_name: cutText(site_name, 12),
    ...(site_tagline && { description: site_tagline }),
    id: '/',
    start_url: '/prompts',
    scope: '/',
    display: 'minimal-ui',
    background_color: barColors('').light,
    theme_color: accentIn('light', site_accent),
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8' },
  });
}
