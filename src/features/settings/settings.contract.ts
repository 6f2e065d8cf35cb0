import { createRoute, z } from '@hono/zod-openapi';
import { errors, json } from '#platform/contract.ts';

export const logoIcons = [
  'Sparkles',
  'Zap',
  'Rocket',
  'Star',
  'Crown',
  'Gem',
  'Brain',
  'Target',
  'CheckCircle',
] as const;
export type LogoIcon = (typeof logoIcons)[number];

/** What everybody may know of the site's settings; a secret has no place in this shape. */
export const publicSettings = z
  .object({
    site_name: z.string(),
    site_logo: z.string(),
    site_logo_type: z.enum(['icon', 'image']),
    site_logo_icon: z.enum(logoIcons),
    support_email: z.string(),
    stripe_publishable_key: z.string(),
  })
  .openapi('PublicSettings');
export type PublicSettings = z.output<typeof publicSettings>;

/** Used for every key that is not set, and where the settings cannot be loaded. */
export const defaultSettings: PublicSettings = {
  site_name: 'Promptory',
  site_logo: '',
  site_logo_type: 'icon',
  site_logo_icon: 'Sparkles',
  support_email: 'support@example.com',
  stripe_publishable_key: '',
};

export const getSettingsRoute = createRoute({
  method: 'get',
  path: '/settings',
  summary: "The site's public settings",
  responses: { 200: json(publicSettings, 'Public settings'), ...errors() },
});
