import { locales } from '#constants';
import { locale } from '#platform/language/locale.ts';
import { something_went_wrong_try_again } from '#platform/words/messages.ts';
import * as m from '../words/messages.ts';

const words: Record<string, (() => string) | undefined> = {
  invalid_credentials: m.code_invalid_credentials,
  user_already_exists: m.code_user_already_exists,
  over_request_rate_limit: m.code_rate_limit,
  over_email_send_rate_limit: m.code_rate_limit,
  weak_password: m.code_weak_password,
  email_exists: m.code_email_exists,
  same_password: m.code_same_password,
  otp_expired: m.code_otp_expired,
  unavailable: m.code_unavailable,
  mfa_verification_failed: m.code_mfa_verification_failed,
  signup_disabled: m.code_signup_disabled,
  email_address_not_authorized: m.code_email_address_not_authorized,
  consent_outdated: m.code_consent_outdated,
  email_not_confirmed: m.code_email_not_confirmed,
  user_banned: m.code_user_banned,
  single_identity_not_deletable: m.code_single_identity_not_deletable,
  provider_unavailable: m.code_provider_unavailable,
  too_many_passkeys: m.code_too_many_passkeys,
  insufficient_aal: m.code_insufficient_aal,
  too_many_enrolled_mfa_factors: m.code_too_many_factors,
};

/** Why a provider, or a link in an email, couldn't sign the visitor in. */
export function providerErrorWords(code: string): string {
  if (code === 'otp_expired') return m.this_link_is_invalid_or_expired();
  if (code === 'identity_already_exists') return m.code_identity_already_exists();
  if (code === 'provider_email_needs_verification') return m.code_provider_email_needs_verification();
  if (code === 'user_banned') return m.code_user_banned();
  if (code === 'provider_unavailable') return m.code_provider_unavailable();
  if (code === 'consent_outdated') return m.code_consent_outdated();
  if (code === 'over_request_rate_limit') return m.code_rate_limit();
  if (code === 'access_denied') return m.code_access_denied();
  if (code === 'signup_disabled') return m.code_signup_not_open();
  if (code === 'email_address_not_authorized') return m.code_email_address_not_authorized();
  return m.code_bad_oauth();
}

/** An error of a passkey or security key. The device's own messages are written for developers. */
export function keyErrorWords(error: { name?: string; code?: string | undefined; message: string }): string {
  if (error.code === 'webauthn_verification_failed') return m.passkey_not_recognized();
  if (
    error.code === 'webauthn_credential_exists' ||
    error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  )
    return m.this_key_is_already_registered();
  // All mean that the request has expired.
  if (
    error.code === 'webauthn_challenge_expired' ||
    error.code === 'webauthn_challenge_not_found' ||
    error.code === 'mfa_challenge_expired'
  )
    return m.passkey_took_too_long();
  if (error.message === 'Browser does not support WebAuthn') return m.passkeys_dont_work_here();
  const isOfDevice = error.name !== 'AuthApiError' && error.name !== 'AuthRetryableFetchError';
  return isOfDevice ? m.passkey_was_canceled() : authErrorWords(error);
}

type Failure = { code?: string | undefined; message: string };

/** An error of the auth API in the page's language, by its code; `otherwise` if it gives no reason. */
export function authErrorWords(
  { code, message }: Failure,
  otherwise: string = something_went_wrong_try_again(),
): string {
  // If the answer has no message, the client uses its whole JSON body.
  const said = message.startsWith('{') ? '' : message;
  const known = code && words[code]?.();
  return (locale() === locales[0] ? said : (known ?? said)) || otherwise;
}
