import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import { keysOf } from '#platform/keys-of.ts';
import type { Vault } from '#platform/secret.server.ts';
import type { connectionSecrets } from '#site/settings/public/connection-fields.ts';
import type { providerSecrets } from '#site/settings/public/provider-settings.ts';
import { readSettings } from '#site/settings/public/read-settings.server.ts';
import { counted } from './counted.ts';

/** Encrypted settings, except the payment keys, which are checked with the payments. */
const named: Record<(typeof connectionSecrets)[number] | (typeof providerSecrets)[number], string> = {
  smtp_password: "the email server's password",
  llm_api_key: "the language model's key",
  google_client_secret: "Google's client secret",
  github_client_secret: "GitHub's client secret",
  microsoft_client_secret: "Microsoft's client secret",
  oidc_client_secret: "the sign-in provider's client secret",
};

/** Whether encrypted values can be decrypted with this APP_SECRET. */
export async function checkSecrets(db: Database, vault: Vault) {
  const isReadable = (bytes: Buffer) => {
    try {
      return vault.decrypt(bytes) !== '';
    } catch {
      return false;
    }
  };
  const keys = await db.selectFrom('auth.signing_keys').select('private_jwk_encrypted').execute();
  const areKeysReadable = keys.every((key) => isReadable(key.private_jwk_encrypted));
  const signing = {
    name: 'app secret',
    ok: areKeysReadable,
    detail: areKeysReadable
      ? `decrypts ${counted(keys.length, 'signing key')}`
      : 'cannot decrypt the signing keys: set the APP_SECRET they were created with, or run "promptory keys renew"',
  };
  const settings = await readSettings(db, keysOf(named));
  const sealed = keysOf(named)
    .sort()
    .filter((name) => {
      const value = settings.get(name);
      return value !== undefined && !isReadable(Buffer.from(value, 'base64'));
    })
    .map((name) => named[name]);
  const { rows: webhooks } = await sql<{ secret: Buffer }>`select secret from webhook_endpoints`.execute(db);
  const hooks = webhooks.filter(({ secret }) => !isReadable(secret)).length;
  const { rows: factors } = await sql<{ secret: Buffer }>`select secret_encrypted as secret from auth.factors
    where secret_encrypted is not null and status = 'verified'`.execute(db);
  const apps = factors.filter(({ secret }) => !isReadable(secret)).length;
  const cannot = (detail: string) => ({
    name: 'app secret',
    ok: false,
    detail: `APP_SECRET cannot decrypt ${detail}`,
  });
  return [
    signing,
    ...(sealed.length > 0 ? [cannot(`${sealed.join(', ')}: re-enter them under Site Settings`)] : []),
    ...(hooks > 0 ? [cannot(`the webhook secrets (${hooks}): create new ones under Webhooks`)] : []),
    ...(apps > 0
      ? [
          cannot(
            `authenticator apps (${apps}): their owners can sign in after you run "promptory member turn-off-two-factor <email>"`,
          ),
        ]
      : []),
  ];
}
