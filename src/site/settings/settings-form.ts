import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { numberInput } from '#ui/forms/input-schemas.ts';
import { noTargets } from './public/open-targets.ts';
import { anyDomain } from './public/sign-in-settings.ts';
import type { AdminSettings } from './settings-admin.contract.ts';
import { settingsFields } from './settings-fields.ts';

const emptied = (field: z.ZodType<string, string>) =>
  z.union([
    z
      .string()
      .trim()
      .length(0)
      .transform(() => null),
    field,
  ]);

export const settingsForm = z.object({
  ...settingsFields,
  // An empty value would keep the previous one.
  open_in_own: settingsFields.open_in_own.transform((value) => value.trim() || noTargets),
  signup_domains: settingsFields.signup_domains.transform((value) => value.trim() || anyDomain),
  past_due_grace_days: numberInput(settingsFields.past_due_grace_days),
  session_idle_days: numberInput(settingsFields.session_idle_days),
  session_days: numberInput(settingsFields.session_days),
  run_answer_tokens: numberInput(settingsFields.run_answer_tokens),
  run_monthly_tokens: numberInput(settingsFields.run_monthly_tokens),
  run_member_percent: numberInput(settingsFields.run_member_percent),
  run_free_percent: numberInput(settingsFields.run_free_percent),
  // An empty field removes the setting.
  smtp_host: emptied(settingsFields.smtp_host),
  smtp_user: emptied(settingsFields.smtp_user),
  mail_from: emptied(settingsFields.mail_from),
  bounce_address: emptied(settingsFields.bounce_address),
  llm_base_url: emptied(settingsFields.llm_base_url),
  smtp_port: numberInput(settingsFields.smtp_port),
  mail_per_minute: numberInput(settingsFields.mail_per_minute),
});
type Inputs = z.input<typeof settingsForm>;
export type SettingsValues = z.output<typeof settingsForm>;
export type SettingsForm = UseFormReturn<Inputs, unknown, SettingsValues>;

/** Secrets are never sent to the browser, so their fields begin empty. */
export const toInputs = (settings: AdminSettings): Inputs => ({
  stripe_publishable_key: settings.stripe_publishable_key,
  stripe_secret_key: '',
  stripe_webhook_secret: '',
  past_due_grace_days: String(settings.past_due_grace_days),
  cancel_refunded_plans: settings.cancel_refunded_plans,
  currency: settings.currency,
  tax: settings.tax,
  tax_behavior: settings.tax_behavior,
  promotion_codes: settings.promotion_codes,
  purchase_invoices: settings.purchase_invoices,
  terms_consent: settings.terms_consent,
  signup: settings.signup,
  signup_domains: settings.signup_domains === anyDomain ? '' : settings.signup_domains,
  confirm_email: settings.confirm_email,
  email_sign_in: settings.email_sign_in,
  passkeys: settings.passkeys,
  google_sign_in: settings.google_sign_in,
  google_client_id: settings.google_client_id,
  google_client_secret: '',
  github_sign_in: settings.github_sign_in,
  github_client_id: settings.github_client_id,
  github_client_secret: '',
  microsoft_sign_in: settings.microsoft_sign_in,
  microsoft_client_id: settings.microsoft_client_id,
  microsoft_client_secret: '',
  microsoft_tenant: settings.microsoft_tenant,
  oidc_sign_in: settings.oidc_sign_in,
  oidc_client_id: settings.oidc_client_id,
  oidc_client_secret: '',
  oidc_name: settings.oidc_name,
  oidc_issuer: settings.oidc_issuer,
  second_factor_for_admins: settings.second_factor_for_admins,
  new_device_email: settings.new_device_email,
  refuse_common_passwords: settings.refuse_common_passwords,
  ask_about_leaked_passwords: settings.ask_about_leaked_passwords,
  anonymous_sign_in: settings.anonymous_sign_in,
  session_idle_days: String(settings.session_idle_days),
  session_days: String(settings.session_days),
  run_answer_tokens: String(settings.run_answer_tokens),
  run_monthly_tokens: String(settings.run_monthly_tokens),
  run_member_percent: String(settings.run_member_percent),
  run_free_percent: String(settings.run_free_percent),
  labs_analytics: settings.labs_analytics,
  time_zone: settings.time_zone,
  smtp_host: settings.smtp_host,
  smtp_port: String(settings.smtp_port),
  smtp_security: settings.smtp_security,
  smtp_user: settings.smtp_user,
  smtp_password: '',
  mail_from: settings.mail_from,
  mail_per_minute: String(settings.mail_per_minute),
  bounce_address: settings.bounce_address,
  llm_base_url: settings.llm_base_url,
  llm_model: settings.llm_model,
  llm_api_key: '',
  open_in: settings.open_in,
  open_in_own: settings.open_in_own === noTargets ? '' : settings.open_in_own,
  site_name: settings.site_name,
  site_logo: settings.site_logo,
  site_logo_type: settings.site_logo_type,
  site_logo_icon: settings.site_logo_icon,
  support_email: settings.support_email,
});

/** The props that connect an input to the form. */
export const inputOf = (form: SettingsForm, name: keyof Inputs) => ({
  ...form.register(name),
  error: form.formState.errors[name]?.message,
});
