import { AuthError } from '../auth-error.ts';
import type { Caller } from '../sessions/sign-ins.server.ts';

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');

/** @throws AuthError 401 if the account has a second factor that this session hasn't verified */
export function assertFactorShown({ user, session }: Caller, message: string): void {
  const isProtected = user.factors.some(({ status }) => status === 'verified');
  if (isProtected && session.aal !== 'aal2') throw new AuthError(401, 'insufficient_aal', message);
}
