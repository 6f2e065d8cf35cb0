import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { type OperatorWriter, writable } from '#access/writable.server.ts';
import { createVault } from '#platform/secret.server.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { ensureFirstAdmin } from './accounts/admins.service.server.ts';
import { verifyAppSecret } from './verify-app-secret.server.ts';

// Some programs include the quotes when they read a file of variables, and others don't.
const secret = 'a secret for tests, at least 32 characters long';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: OperatorWriter<'accounts'>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = writable(database.db, asOperator('accounts'));
});
afterAll(() => database.drop());

test('a new site refuses a secret and a password in quotes', async () => {
  for (const quote of ['"', "'"]) {
    await expect(verifyAppSecret(db, quote + secret + quote)).rejects.toThrow(
      'APP_SECRET must be a secret, without quotes around it',
    );
    await expect(
      ensureFirstAdmin(db, { email: 'owner@example.com', password: `${quote}my password${quote}` }),
    ).rejects.toThrow('ADMIN_PASSWORD must be a password, without quotes around it');
  }
  await expect(verifyAppSecret(db, secret)).resolves.toBeUndefined();
});

test.each([
  ['"', 'would in the quotes that it was in before'],
  ["'", 'would in the quotes that it was in before'],
  ['', 'would without the quotes around it'],
])('a site whose secret is in %j keeps it, and is told about other quotes', async (quote, hint) => {
  const own = quote + secret + quote;
  await database.pool.query('delete from auth.signing_keys');
  await database.pool.query(
    'insert into auth.signing_keys (kid, public_jwk, private_jwk_encrypted) values ($1, $2, $3)',
    ['key', '{}', createVault(own).encrypt('{}')],
  );
  await expect(verifyAppSecret(db, own)).resolves.toBeUndefined();
  await expect(verifyAppSecret(db, quote ? secret : `"${secret}"`)).rejects.toThrow(hint);
  await expect(verifyAppSecret(db, `another ${secret}`)).rejects.toThrow(
    'Start with the previous APP_SECRET',
  );
});
