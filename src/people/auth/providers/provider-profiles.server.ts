import { z } from 'zod';
import { normalizeEmail } from '../accounts/accounts.server.ts';

/** What a provider says of a person. `subject` is theirs among all that this provider may ever name. `email` is there only where the provider has proved that it is theirs. */
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
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false),
  xms_edov: z.union([z.boolean(), z.stringbool(), z.literal(1).transform(() => true)]).catch(false),
  tid: z.string().optional().catch(undefined),
  name: shown,
  picture: shown,
});
/** The tenant of personal Microsoft accounts, whose addresses Microsoft has proved. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

/**
 * From an ID token, whose signature has been checked. In a tenant of Microsoft its admins write addresses as they like, so one counts only where Microsoft says that
 * the tenant owns its domain (`xms_edov`).
 * @throws Error
 */
export function readIdToken(kind: 'google' | 'microsoft' | 'oidc', claims: unknown): ProviderProfile {
  const { sub, email, email_verified, xms_edov, tid, name, picture } = claimsShape.parse(claims);
  const isProved = kind === 'microsoft' ? xms_edov || tid === personalTenant : email_verified;
  return { subject: sub, email: isProved && email ? normalizeEmail(email) : undefined, name, picture };
}

const userShape = z.object({ id: z.int().positive(), name: shown, login: shown, avatar_url: shown });
const emailsShape = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** The address in GitHub's profile is whatever its owner wrote there; the one that is proved is in their emails. @throws Error */
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
