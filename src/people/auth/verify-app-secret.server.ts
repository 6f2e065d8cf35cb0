import type { OperatorWriter } from '#access/writable.server.ts';
import { isQuoted } from '#platform/env.server.ts';
import { createVault } from '#platform/secret.server.ts';

/** The consequences of losing APP_SECRET, one per line. */
export const lostSecretWords = `
  - Everyone has to sign in again.
  - Authenticator apps and recovery codes stop working. "promptory member turn-off-two-factor <email>" lets their owners in with the password alone.
  - Payment keys, the email server's password, the language model's key and the keys of sign-in providers have to be entered again, unless the environment sets them.
  - Webhooks need new secrets, and your own programs new tokens.
  - Queued emails can't be sent.
  - Links and codes in sent emails stop working, including unsubscribe links.
  - With a new account, a member can get a second trial and use a discount code again.`;

/**
 * @throws Error with a message for the operator if the data was encrypted with another APP_SECRET, or if that of a new site is in quotes,
 * which would become a part of it
 */
export async function verifyAppSecret(db: OperatorWriter<'accounts'>, appSecret: string): Promise<void> {
  const key = await db
    .selectFrom('auth.signing_keys')
    .select('private_jwk_encrypted')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!key) {
    if (isQuoted(appSecret) && (await isWithoutAccounts(db)))
      throw new Error('APP_SECRET must be a secret, without quotes around it.');
    return;
  }
  const sealed = key.private_jwk_encrypted;
  try {
    createVault(appSecret).decrypt(sealed);
  } catch (cause) {
    if (withOtherQuotes(appSecret).some((secret) => opens(secret, sealed)))
      throw new Error(
        `APP_SECRET doesn't match this data, but would ${isQuoted(appSecret) ? 'without the quotes around it' : 'in the quotes that it was in before, which have become part of it'}.`,
        { cause },
      );
    throw new Error(
      `APP_SECRET doesn't match this data. Start with the previous APP_SECRET, or restore DATA_DIR/app-secret. If it is lost, run "promptory keys renew". Then:${lostSecretWords}`,
      { cause },
    );
  }
}

const isWithoutAccounts = async (db: OperatorWriter<'accounts'>) =>
  (await db.selectFrom('auth.users').select('id').limit(1).executeTakeFirst()) === undefined;

/** What the secret is for a program that does the opposite with quotes: some remove them, others keep them. */
const withOtherQuotes = (secret: string) =>
  isQuoted(secret) ? [secret.trim().slice(1, -1)] : [`"${secret}"`, `'${secret}'`];

function opens(secret: string, sealed: Buffer): boolean {
  try {
    createVault(secret).decrypt(sealed);
    return true;
  } catch {
    return false;
  }
}
