import type { OperatorWriter } from '#access/writable.server.ts';
import type { Vault } from '#platform/secret.server.ts';

/** Explains what is lost together with APP_SECRET. */
export const lostSecretWords = `everyone then has to sign in again; authenticator apps and their recovery codes stop working until "promptory member turn-off-two-factor <email>" lets their owners in with the password alone; the payment keys, the email server's password, the language model's key and the keys of sign-in providers have to be entered again, unless the environment sets them; webhooks and your own programs need new secrets and tokens; queued emails can't be sent; links and codes in sent emails stop working, unsubscribe links too; and a member can get a second trial with a new account.`;

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
      `APP_SECRET does not fit this data, which was encrypted with another one. Start with the APP_SECRET from before, or put back the file app-secret in DATA_DIR. If it is lost, run "promptory keys renew": ${lostSecretWords}`,
      { cause },
    );
  }
}
