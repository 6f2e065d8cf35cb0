import { z } from 'zod';
import { limits } from '#constants';
import { line } from '#platform/contract/contract-fields.ts';
import { bareAddressProblem, isBareAddress } from '../bare-address.ts';
import * as m from '../words/messages.ts';

/** Sign-in providers, by their names in the settings. */
export const providerKinds = ['google', 'github', 'microsoft', 'oidc'] as const;
export type ProviderKind = (typeof providerKinds)[number];

export const providerSecrets = [
  'google_client_secret',
  'github_client_secret',
  'microsoft_client_secret',
  'oidc_client_secret',
] as const satisfies `${ProviderKind}_client_secret`[];

const value = line(limits.settingValue);
/** Their settings that aren't secret. Empty text keeps the current value. */
export const providerFields = {
  google_sign_in: z.boolean(),
  google_client_id: value,
  github_sign_in: z.boolean(),
  github_client_id: value,
  microsoft_sign_in: z.boolean(),
  microsoft_client_id: value,
  /** A tenant's id or domain; `common`, `organizations` or `consumers` for several tenants. */
  microsoft_tenant: value.regex(/^[\w.-]*$/, { error: () => m.enter_a_tenant() }),
  oidc_sign_in: z.boolean(),
  oidc_client_id: value,
  /** The provider's name on the button. */
  oidc_name: value,
  oidc_issuer: value.refine((text) => text === '' || isIssuer(text), {
    error: ({ input }) => bareAddressProblem(input) ?? m.enter_an_issuer(),
  }),
};
export type ProviderSettings = z.output<z.ZodObject<typeof providerFields>>;
export const providerNames = Object.keys(providerFields);

const isIssuer = (text: string) => isBareAddress(text) && new URL(text).protocol === 'https:';

const on = z.stringbool().catch(false);
const stored = z.object({
  google_sign_in: on,
  google_client_id: z.string().catch(''),
  github_sign_in: on,
  github_client_id: z.string().catch(''),
  microsoft_sign_in: on,
  microsoft_client_id: z.string().catch(''),
  microsoft_tenant: z.string().catch('common'),
  oidc_sign_in: on,
  oidc_client_id: z.string().catch(''),
  oidc_name: z.string().catch(''),
  oidc_issuer: z.string().catch(''),
});
/** Parses stored values. */
export const readProviderSettings = (values: ReadonlyMap<string, string>): ProviderSettings =>
  stored.parse(Object.fromEntries(values));
