import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { logoIcons } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';
import { openTargetFields } from './open-target-fields.ts';
import { accentPattern } from './public/accent.ts';
import { sellingFields } from './public/selling.ts';

/** The settings that everyone can read; secrets must never be part of it. */
export const publicSettings = z
  .object({
    site_name: z.string(),
    site_logo: z.string(),
    site_logo_type: z.enum(['icon', 'image']),
    site_logo_icon: z.enum(logoIcons),
    /** The tagline beside the name; empty for the product's own. */
    site_tagline: z.string(),
    /** A picture that was uploaded, and a color as #rrggbb; empty for the product's own. */
    site_favicon: z.string(),
    site_accent: z.string().regex(accentPattern),
    support_email: z.string(),
    /** ISO 4217, lowercase. */
    currency: sellingFields.currency,
    tax: sellingFields.tax,
    tax_behavior: sellingFields.tax_behavior,
    /** The tools that a prompt can be opened in, and the owner's own, one per line. */
    ...openTargetFields,
    // The pattern keeps anything else that was ever entered here, such as a secret key, from being shown.
    stripe_publishable_key: z.string().regex(/^(pk_(test|live)_\S*)?$/),
  })
  .openapi('PublicSettings');
export type PublicSettings = z.output<typeof publicSettings>;

export const getSettingsRoute = defineRoute({
  method: 'get',
  path: '/settings',
  access: 'anyone',
  summary: "Get the site's public settings",
  responses: { 200: json(publicSettings, 'Public settings'), ...errors() },
});
