import { z } from 'zod';
import { limits, logoIcons } from '#constants';
import { line } from '#platform/contract-fields.ts';

/** The settings that admins edit. Empty text keeps the current value. */
export const settingsFields = {
  stripe_publishable_key: line(limits.settingValue),
  stripe_secret_key: line(limits.settingValue),
  stripe_webhook_secret: line(limits.settingValue),
  past_due_grace_days: z.int().min(0).max(limits.graceDays),
  site_name: line(limits.siteName),
  site_logo: z
    .string()
    .max(limits.settingValue)
    .regex(/^(https?:\/\/\S+|\/media\/[\w./-]+)?$/, 'Enter the address of an image'),
  site_logo_type: z.enum(['icon', 'image']),
  site_logo_icon: z.enum(logoIcons),
  support_email: z.union([z.literal(''), z.email()]),
};
