import { AuthError, validationFailed } from './auth-error.ts';

/** GoTrue's errors for features that this server doesn't have. Clients rely on the codes. */
export const off = {
  phoneSignUp: () => new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  phoneSignIn: () => new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled'),
  phoneCode: () => new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider'),
  phoneFactor: () => new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
  webauthnFactor: () =>
    new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'),
  web3: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  saml: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  manualLinking: () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  anonymous: () => new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  idToken: (provider: string) =>
    new AuthError(400, 'provider_disabled', `Provider (issuer "${provider}") is not enabled`),
  provider: () => validationFailed('Unsupported provider: provider is not enabled'),
};

/** An invalid number gets a different error than a valid one, which only can't receive codes. @throws AuthError 400 */
export function checkPhone(phone: string): void {
  if (!/^\+?[1-9]\d{1,14}$/.test(phone.trim()))
    throw validationFailed('Invalid phone number format (E.164 required)');
}
