import { randomInt } from 'node:crypto';
import type { Vault } from '#platform/secret.server.ts';

const tokenLength = 12;
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A new refresh token with the two forms that the database stores: its fingerprint, for lookups, and the encrypted token. */
export function newRefreshToken(vault: Vault) {
  const token = Array.from({ length: tokenLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return { token, hash: vault.fingerprint(token), encrypted: vault.encrypt(token) };
}
