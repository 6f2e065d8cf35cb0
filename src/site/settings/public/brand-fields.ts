import { z } from 'zod';
import { limits } from '#constants';
import { line } from '#platform/contract/contract-fields.ts';
import { isStored } from '#site/media/public/media-address.ts';
import { settingsFields } from '../settings-fields.ts';
import * as m from '../words/messages.ts';

/** What makes a site look like its owner's. Each field is a setting of its own; an empty one has the product's default. */
export const brandFields = z.strictObject({
  site_name: line(limits.siteName).min(1),
  site_tagline: line(limits.siteTagline),
  site_logo_type: settingsFields.site_logo_type,
  site_logo_icon: settingsFields.site_logo_icon,
  site_logo: settingsFields.site_logo,
  // The server reads the file to make icons of it, so it has to be one that was uploaded here.
  site_favicon: z
    .string()
    .max(limits.settingValue)
    .refine((value) => value === '' || isStored(value, 'site'), { error: () => m.upload_the_icon() }),
  site_accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, { error: () => m.refused_color() }),
});
export type Brand = z.output<typeof brandFields>;
