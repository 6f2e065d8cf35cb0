import { z } from 'zod';
import { limits, sessionDaysMaximum } from '#constants';
import * as m from '../words/messages.ts';

export const signUpModes = ['open', 'invite', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** Stored for an empty list of domains, because an empty value would keep the previous one. */
export const anyDomain = 'any';
export const readDomains = (value: string): string[] =>
  value === anyDomain
    ? []
    : value
        .toLowerCase()
        .split(/[\s,;]+/)
        .map((domain) => domain.replace(/^@/, ''))
        .filter(Boolean);

/** The owner's settings for sign-up and sign-in. */
export const signInFields = {
  signup: z.enum(signUpModes),
  /** Email domains that can sign up, separated by commas. */
  signup_domains: z
    .string()
    .max(limits.signUpDomains)
    .refine((value) => readDomains(value).every((domain) => /^([a-z\d-]+\.)+[a-z\d-]{2,}$/.test(domain)), {
      error: () => m.write_domains_like_example_com(),
    }),
  /** Whether an account can only be used once its address is confirmed. */
  confirm_email: z.boolean(),
  /** Whether people can sign in with an emailed link or code. */
  email_sign_in: z.boolean(),
  /** Whether people can sign in with passkeys and add security keys as a second factor. */
  passkeys: z.boolean(),
  /** Whether visitors can try the site with an account that they name later. */
  anonymous_sign_in: z.boolean(),
  /** Whether admins only have their rights in sessions with a second factor. */
  second_factor_for_admins: z.boolean(),
  new_device_email: z.boolean(),
  /** Whether common passwords, and those that have leaked, are refused. */
  refuse_common_passwords: z.boolean(),
  ask_about_leaked_passwords: z.boolean(),
  /** A session ends after this many days without use (0: `retention.session`), and after this many in total (0: never). */
  session_idle_days: z.int().min(0).max(sessionDaysMaximum),
  session_days: z.int().min(0).max(sessionDaysMaximum),
};
export type SignInSettings = z.output<z.ZodObject<typeof signInFields>>;
export const signInNames = Object.keys(signInFields);

const stored = z.object({
  signup: signInFields.signup.catch('open'),
  signup_domains: signInFields.signup_domains.catch(anyDomain),
  confirm_email: z.stringbool().catch(false),
  email_sign_in: z.stringbool().catch(false),
  passkeys: z.stringbool().catch(false),
  second_factor_for_admins: z.stringbool().catch(false),
  new_device_email: z.stringbool().catch(false),
  refuse_common_passwords: z.stringbool().catch(false),
  ask_about_leaked_passwords: z.stringbool().catch(false),
  anonymous_sign_in: z.stringbool().catch(false),
  session_idle_days: z.coerce.number().pipe(signInFields.session_idle_days).catch(0),
  session_days: z.coerce.number().pipe(signInFields.session_days).catch(0),
});

/** Parses stored values; those that aren't set get their defaults. SIGNUP from the environment overrides the setting. */
export const readSignInSettings = (
  values: ReadonlyMap<string, string>,
  signup: SignUpMode | undefined,
): SignInSettings => {
  const settings = stored.parse(Object.fromEntries(values));
  return signup === undefined ? settings : { ...settings, signup };
};
