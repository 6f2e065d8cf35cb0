import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/robots.ts';

/** `/prompt/` and `/playbook/` aren't listed: previews of shared links need them, and these pages say `noindex`. */
const closed = [
  '/api/',
  '/auth/',
  '/functions/',
  '/admin',
  '/dashboard',
  '/prompts',
  '/playbooks',
  '/settings',
  '/subscription',
  '/reset-password',
];

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(siteContext);
  const lines = [
    'User-agent: *',
    'Allow: /api/docs',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
