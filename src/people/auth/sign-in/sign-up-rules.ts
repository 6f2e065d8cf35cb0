import { readDomains, type SignInSettings } from '#site/settings/public/sign-in-settings.ts';
import { AuthError } from '../auth-error.ts';

/** @throws AuthError 422 if the site accepts no new accounts, or none with this domain */
export function assertCanSignUp(settings: SignInSettings, email: string): void {
  if (settings.signup !== 'open')
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  assertDomain(settings, email);
}

/** Whether the site accepts a new account with this address. */
export function canSignUp(settings: SignInSettings, email: string): boolean {
  try {
    assertCanSignUp(settings, email);
    return true;
  } catch {
    return false;
  }
}

/** Checks an address that users enter for their account. @throws AuthError 422 */
export function assertDomain({ signup_domains }: SignInSettings, email: string): void {
  const domains = readDomains(signup_domains);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain))
    throw new AuthError(
      422,
      'email_address_not_authorized',
      `Sign-up is limited to addresses at ${domains.join(', ')}`,
    );
}
