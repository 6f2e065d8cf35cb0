import { z } from 'zod';
import { limits, logoIcons } from '#constants';
import { line, nameLine } from '#platform/contract/contract-fields.ts';
import { labsFields } from './labs-settings.ts';
import { lostPaymentFields } from './lost-payments.ts';
import { openTargetFields } from './open-target-fields.ts';
import { connectionFields } from './public/connection-fields.ts';
import { providerFields } from './public/provider-settings.ts';
import { runFields } from './public/run-settings.ts';
import { sellingFields } from './public/selling.ts';
import { signInFields } from './public/sign-in-settings.ts';
import * as m from './words/messages.ts';

/** Empty, or a key with the prefix of its kind, because the publishable key is shown to everyone. */
const keyOf = (beginning: RegExp, message: { error: () => string }) =>
  line(limits.settingValue).refine((key) => key === '' || beginning.test(key), message);

/** The settings that admins edit. Empty text keeps the current value. */
export const settingsFields = {
  stripe_publishable_key: keyOf(/^pk_(test|live)_/, { error: () => m.refused_publishable_key() }),
  stripe_secret_key: keyOf(/^[sr]k_(test|live)_/, { error: () => m.refused_secret_key() }),
  stripe_webhook_secret: keyOf(/^whsec_/, { error: () => m.a_webhook_secret_begins_with_whsec() }),
  ...sellingFields,
  ...openTargetFields,
  ...runFields,
  ...labsFields,
  ...signInFields,
  ...providerFields,
  google_client_secret: line(limits.settingValue),
  github_client_secret: line(limits.settingValue),
  microsoft_client_secret: line(limits.settingValue),
  oidc_client_secret: line(limits.settingValue),
  ...connectionFields,
  smtp_password: line(limits.settingValue),
  llm_api_key: line(limits.settingValue),
  ...lostPaymentFields,
  site_name: nameLine(limits.siteName),
  site_logo: z
    .string()
    .max(limits.settingValue)
    .regex(/^(https?:\/\/\S+|\/media\/[\w./-]+)?$/, { error: () => m.enter_the_address_of_an_image() }),
  site_logo_type: z.enum(['icon', 'image']),
  site_logo_icon: z.enum(logoIcons),
  support_email: z.union([z.literal(''), z.email()]),
};
