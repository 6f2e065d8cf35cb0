import { z } from 'zod';
import { limits } from '#constants';
import { nameLine } from '#platform/contract/contract-fields.ts';
import { isStored } from '#site/media/public/media-address.ts';
import { settingsFields } from '../settings-fields.ts';
import * as m from '../words/messages.ts';
import { accentPattern } from './accent.ts';

/** A site's branding. Each field is a setting; an empty one gets the product's default. */
export const brandFields = z.strictObject({
  site_name: nameLine(limits.siteName).min(1),
  site_tagline: nameLine(limits.siteTagline),
  site_logo_type: settingsFields.site_logo_type,
  site_logo_icon: settingsFields.site_logo_icon,
  site_logo: settingsFields.site_logo,
  // The server makes icons from the file, so it must have been uploaded here.
  site_favicon: z
    .string()
    .max(limits.settingValue)
    .refine((value) => value === '' || isStored(value, 'site'), { error: () => m.upload_the_icon() }),
  site_accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(accentPattern, { error: () => m.refused_color() }),
});
export type Brand = z.output<typeof brandFields>;
