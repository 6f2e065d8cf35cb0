import type { Command } from 'commander';
import { asOperator } from '#access/operator.ts';
import { type OperatorWriter, writable } from '#access/writable.server.ts';
import { retention } from '#constants';
import { createAccessTokens } from '#people/auth/sessions/access-tokens.server.ts';
import { noDatabaseEvents } from '#platform/database/database-events.server.ts';
import { publicUrlOf } from '#platform/env.server.ts';
import { openVault } from '#platform/secret.server.ts';
import { say, withDatabase } from './open-site.server.ts';

/** How long a token is valid after its key is retired: retired keys are only kept for the access tokens of sessions. */
const serviceTokenWords = `Tokens made by "keys service" end with their key: ${retention.retiredSigningKey} days after a rotation, or at the next rotation more than two hours later. Create new ones before then.`;

export function addKeysCommand(program: Command) {
  const keys = program.command('keys').description('manage the keys that sign access tokens');
  keys
    .command('rotate')
    .description('start signing with a new key; nobody is signed out')
    .addHelpText('after', `\n${serviceTokenWords}`)
    .action(async () => {
      await withDatabase(async ({ db, env }) => {
        const vault = await openVault(env);
        const parts = { db: writable(db, asOperator('accounts')), vault, issuer: '' };
        await createAccessTokens({ ...parts, databaseEvents: noDatabaseEvents }).rotate();
      });
      say(`Access tokens are now signed with a new key. ${serviceTokenWords}`);
    });
  keys
    .command('service')
    .option('--end', 'end all tokens of the service role instead; create a new one afterward')
    .description('create a token for your own programs to manage accounts, along with the public one')
    .action(async ({ end = false }: { end?: boolean }) => {
      const made = await withDatabase(async ({ db, env }) => {
        const accounts = writable(db, asOperator('accounts'));
        if (end) return void (await accounts.deleteFrom('auth.service_tokens').execute());
        const tokens = createAccessTokens({
          db: accounts,
          vault: await openVault(env),
          issuer: `${publicUrlOf(env)}/auth/v1`,
          databaseEvents: noDatabaseEvents,
        });
        return { service: await tokens.createServiceToken(), anonymous: await tokens.anonymousToken() };
      });
      if (!made) return say('All tokens of the service role were ended.');
      say(`Service role (keep it secret: it can change and delete every account):\n${made.service}\n`);
      say(`Anonymous role (public):\n${made.anonymous}`);
    });
  keys
    .command('renew')
    .description(
      'delete all keys, after a new APP_SECRET or a leaked key; everyone has to sign in again, and tokens made by "keys service" end',
    )
    .action(async () => {
      await withDatabase(async ({ db }) => forgetSignIns(writable(db, asOperator('accounts'))));
      say('All keys and sessions were deleted. Restart the site to create a new key.');
    });
}

/** Deletes all signing keys and sessions, so that everyone has to sign in again. */
export async function forgetSignIns(accounts: OperatorWriter<'accounts'>): Promise<void> {
  await accounts.deleteFrom('auth.signing_keys').execute();
  // The key of connected programs, without which none can connect or refresh after APP_SECRET has changed.
  await accounts.deleteFrom('oauth_records').where('model', '=', 'Keys').execute();
  await accounts.deleteFrom('auth.sessions').execute();
}
