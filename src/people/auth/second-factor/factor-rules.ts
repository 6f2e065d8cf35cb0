import type { Database } from '#access/database.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import type { SignInSettings } from '#site/settings/public/sign-in-settings.ts';
import { AuthError } from '../auth-error.ts';
import type { Caller } from '../sessions/sign-ins.server.ts';

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');

/** @throws AuthError 401 if the account has a second factor that this session hasn't verified */
export function assertFactorShown({ user, session }: Caller, message: string): void {
  const isProtected = user.factors.some(({ status }) => status === 'verified');
  if (isProtected && session.aal !== 'aal2') throw new AuthError(401, 'insufficient_aal', message);
}

/**
 * Whether an account has a role and a passkey, but the session has neither used that nor another second factor. A role may need one, so
 * whoever knows only the password must not give themselves the role by other means. Nobody can sign in with a passkey while passkeys are off.
 */
export async function lacksPasskey(
  db: Pick<Database, 'selectFrom'>,
  userId: string,
  aal: string,
  { passkeys }: Pick<SignInSettings, 'passkeys'>,
): Promise<boolean> {
  if (aal === 'aal2' || !passkeys) return false;
  const passkey = await db
    .selectFrom('auth.passkeys')
    .innerJoin('profiles', 'profiles.id', 'auth.passkeys.user_id')
    .select('auth.passkeys.id')
    .where('profiles.id', '=', userId)
    .where('profiles.role', '!=', 'member')
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}

/**
 * Before something is changed that counts as a second factor: nobody adds one of their own beside the owner's passkey.
 * @throws AuthError 401 if the session lacks the passkey
 */
export async function assertPasskeyShown(
  db: Database,
  { user, session }: Caller,
  signInSettings: LoadSignInSettings,
): Promise<void> {
  if (await lacksPasskey(db, user.id, session.aal, await signInSettings(db)))
    throw new AuthError(
      401,
      'insufficient_aal',
      'Sign in with your passkey to change this. If you have lost it, ask an admin to turn off two-factor sign-in for you.',
    );
}
