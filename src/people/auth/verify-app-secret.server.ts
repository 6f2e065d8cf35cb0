import type { OperatorWriter } from '#access/writable.server.ts';
import type { Vault } from '#platform/secret.server.ts';

/** The consequences of losing APP_SECRET, one per line. */
export const lostSecretWords = `
  - Everyone has to sign in again.
  - Authenticator apps and recovery codes stop working. "promptory member turn-off-two-factor <email>" lets their owners in with the password alone.
  - Payment keys, the email server's password, the language model's key and the keys of sign-in providers have to be entered again, unless the environment sets them.
  - Webhooks need new secrets, and your own programs new tokens.
  - Queued emails can't be sent.
  - Links and codes in sent emails stop working, including unsubscribe links.
  - With a new account, a member can get a second trial and use a discount code again.`;

/** @throws Error with a message for the operator if the data was encrypted with another APP_SECRET */
export async function verifyAppSecret(db: OperatorWriter<'accounts'>, vault: Vault): Promise<void> {
  const key = await db
    .selectFrom('auth.signing_keys')
    .select('private_jwk_encrypted')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  try {
    if (key) vault.decrypt(key.private_jwk_encrypted);
  } catch (cause) {
    throw new Error(
      `APP_SECRET doesn't match this data. Start with the previous APP_SECRET, or restore DATA_DIR/app-secret. If it is lost, run "promptory keys renew". Then:${lostSecretWords}`,
      { cause },
    );
  }
}
