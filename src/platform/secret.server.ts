import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from './env.server.ts';
import { makeFolder } from './make-folder.server.ts';
import { syncDirectory } from './sync-directory.server.ts';

/** Encrypts and fingerprints data for the database, with keys derived from APP_SECRET. */
export type Vault = {
  /** AES-256-GCM: a nonce of 12 bytes, a tag of 16 bytes, then the ciphertext. */
  encrypt(text: string): Buffer;
  /** @throws Error if the bytes weren't encrypted with this secret */
  decrypt(bytes: Buffer): string;
  /** HMAC-SHA-256, for looking up a secret without storing it. */
  fingerprint(text: string): Buffer;
};

export function createVault(appSecret: string): Vault {
  const key = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', appSecret, 'promptory', purpose, 32)));
  const encryptionKey = key('encryption');
  const fingerprintKey = key('fingerprint');
  return {
    encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
  };
}

/** The vault of the site's secret, which is created if there is none yet. */
export const openVault = async ({ APP_SECRET, DATA_DIR }: Pick<Env, 'APP_SECRET' | 'DATA_DIR'>) =>
  createVault(await loadAppSecret(APP_SECRET, DATA_DIR));

const fileOf = (dataDir: string) => join(dataDir, 'app-secret');

/** The site's secret, or '' if it doesn't have one yet. */
export async function readAppSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  return (await readFile(fileOf(dataDir), 'utf8').catch(() => '')).trim();
}

/** The site's secret: APP_SECRET, or one that is generated once and stored in DATA_DIR (mode 0600). */
export async function loadAppSecret(configured: string | undefined, dataDir: string): Promise<string> {
  const existing = await readAppSecret(configured, dataDir);
  if (existing) return existing;
  const file = fileOf(dataDir);
  await makeFolder(dataDir);
  // Creating a hard link is atomic, and fails if another process was first, whose secret is then used.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  await syncDirectory(dataDir);
  return (await readFile(file, 'utf8')).trim();
}
