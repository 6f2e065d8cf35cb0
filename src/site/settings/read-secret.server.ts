import type { Vault } from '#platform/secret.server.ts';

/** Decrypts a stored secret, which is in base64. Empty if it isn't set, or if the current APP_SECRET can't decrypt it. */
export function readSecret(vault: Vault, value: string | undefined): string {
  if (value === undefined) return '';
  try {
    return vault.decrypt(Buffer.from(value, 'base64'));
  } catch {
    return '';
  }
}
