import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVault, loadAppSecret } from './secret.server.ts';

describe('the vault', () => {
  const vault = createVault('a secret of at least 32 characters, first');
  const other = createVault('a secret of at least 32 characters, other');

  test('gives back every text, and never in the same cipher text twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const [one, two] = [vault.encrypt(text), vault.encrypt(text)];
        expect([vault.decrypt(one), vault.decrypt(two)]).toEqual([text, text]);
        expect(one.equals(two)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  test('of another secret opens nothing', () => {
    expect(() => other.decrypt(vault.encrypt('text'))).toThrow();
    expect(createVault('a secret of at least 32 characters, first').decrypt(vault.encrypt('text'))).toBe(
      'text',
    );
  });

  test('notices every changed byte, and what was cut off or put on', () => {
    const sealed = vault.encrypt('the text');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => vault.decrypt(changed), `byte ${index}`).toThrow();
    }
    for (const wrong of [sealed.subarray(0, -1), Buffer.concat([sealed, Buffer.from([0])]), Buffer.alloc(0)])
      expect(() => vault.decrypt(wrong)).toThrow();
  });

  test('has a fingerprint for each text and secret, from which neither can be read', () => {
    expect(vault.fingerprint('a').equals(vault.fingerprint('a'))).toBe(true);
    expect(vault.fingerprint('a').equals(vault.fingerprint('b'))).toBe(false);
    expect(vault.fingerprint('a').equals(other.fingerprint('a'))).toBe(false);
    expect(vault.fingerprint('a')).toHaveLength(32);
  });
});

describe('the secret of a site', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'promptory-secret-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is the one that is given, and then nothing is written', async () => {
    expect(await loadAppSecret('given', join(folder, 'none'))).toBe('given');
    await expect(stat(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });

  test('is made once, for its owner only, and kept', async () => {
    const place = join(folder, 'made');
    const secret = await loadAppSecret(undefined, place);
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(await loadAppSecret(undefined, place)).toBe(secret);
    expect((await stat(join(place, 'app-secret'))).mode & 0o777).toBe(0o600);
    expect(await readdir(place)).toEqual(['app-secret']);
  });

  test('may be written by hand, with a line break after it', async () => {
    const place = await mkdtemp(join(folder, 'hand-'));
    await writeFile(join(place, 'app-secret'), '  written by hand \n\n');
    expect(await loadAppSecret(undefined, place)).toBe('written by hand');
  });
});
