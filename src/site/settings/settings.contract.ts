import { z } from '@hono/zod-openapi';
import { defineRoute } from '#access/route.ts';
import { logoIcons } from '#constants';
import { errors, json } from '#platform/contract/contract.ts';
import { openTargetFields } from './open-target-fields.ts';
import { accentPattern } from './public/accent.ts';
import { sellingFields } from './public/selling.ts';

/** Secrets must never be part of it. */
export const publicSettings = z
  .object({
    site_name: z.string(),
    site_logo: z.string(),
    site_logo_type: z.enum(['icon', 'image']),
    site_logo_icon: z.enum(logoIcons),
    site_tagline: z.string().describe("The tagline beside the name; empty for the product's own"),
    site_favicon: z.string().describe("A picture that was uploaded; empty for the product's own"),
    site_accent: z.string().regex(accentPattern).describe("As #rrggbb; empty for the product's own"),
    support_email: z.string(),
    currency: sellingFields.currency.describe('ISO 4217, lowercase'),
    tax: sellingFields.tax,
    tax_behavior: sellingFields.tax_behavior,
    /** The tools that a prompt can be opened in, and the owner's own, one per line. */
    ...openTargetFields,
    // The pattern keeps anything else that was ever entered here, such as a secret key, from being shown.
    stripe_publishable_key: z.string().regex(/^(pk_(test|live)_\S*)?$/),
  })
  .openapi('PublicSettings', {
    description: 'The settings that everyone can read',
  });
export type PublicSettings = z.output<typeof publicSettings>;

export const getSettingsRoute = defineRoute({
  method: 'get',
  path: '/settings',
  access: 'anyone',
  summary: "Get the site's public settings",
  responses: { 200: json(publicSettings, 'Public settings'), ...errors() },
});
