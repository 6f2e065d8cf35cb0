import { z } from 'zod';
import { normalizeEmail } from '../accounts/accounts.server.ts';

/**
 * A person's profile at a provider. `subject` identifies them permanently at this provider. `email` is only set if the provider has
 * verified it.
 */
export type ProviderProfile = {
  subject: string;
  email: string | undefined;
  name: string | undefined;
  picture: string | undefined;
};

const shown = z.string().max(500).optional().catch(undefined);
const claimsShape = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false),
  xms_edov: z.union([z.boolean(), z.stringbool(), z.literal(1).transform(() => true)]).catch(false),
  tid: z.string().optional().catch(undefined),
  name: shown,
  picture: shown,
});
/** The tenant of personal Microsoft accounts, whose addresses Microsoft has verified. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

/**
 * Reads the claims of an ID token with a verified signature. In a Microsoft tenant, admins can set any address, so an address only counts
 * if Microsoft says that the tenant owns its domain (`xms_edov`).
 * @throws Error if the claims are malformed
 */
export function readIdToken(kind: 'google' | 'microsoft' | 'oidc', claims: unknown): ProviderProfile {
  const { sub, email, email_verified, xms_edov, tid, name, picture } = claimsShape.parse(claims);
  const isProved = kind === 'microsoft' ? xms_edov || tid === personalTenant : email_verified;
  return { subject: sub, email: isProved && email ? normalizeEmail(email) : undefined, name, picture };
}

const userShape = z.object({ id: z.int().positive(), name: shown, login: shown, avatar_url: shown });
const emailsShape = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** The profile's address is whatever its owner entered; the verified one is in their list of emails. @throws Error */
export async function readGitHub(get: (path: string) => Promise<unknown>): Promise<ProviderProfile> {
  const { id, name, login, avatar_url } = userShape.parse(await get('/user'));
  const emails = emailsShape.parse(await get('/user/emails'));
  const proved = emails.find(({ primary, verified }) => primary && verified);
  return {
    subject: String(id),
    email: proved && normalizeEmail(proved.email),
    name: name ?? login,
    picture: avatar_url,
  };
}
