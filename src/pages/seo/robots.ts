import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/robots.ts';

const closed = [
  '/api/',
  '/auth/',
  '/functions/',
  '/admin',
  '/dashboard',
  '/prompts',
  '/prompt/',
  '/playbooks',
  '/playbook/',
  '/settings',
  '/subscription',
  '/reset-password',
];

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(siteContext);
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
