import type { Command } from 'commander';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { makeAdmin } from '#people/auth/accounts/admins.service.server.ts';
import { say, withDatabase } from './open-site.server.ts';

export function addAdminCommand(program: Command) {
  const admin = program.command('admin').description('manage admins');
  admin
    .command('add')
    .argument('<email>', "the admin's email address")
    .description(
      'make an account an admin; a new account is created if needed, and its password is printed once',
    )
    .action(async (email: string) => {
      const account = await withDatabase(({ db }) => makeAdmin(writable(db, asOperator('accounts')), email), {
        canCreate: true,
      });
      if (account.isNew)
        say(`Admin account: ${account.email}   password: ${account.password}   (shown only once)`);
      else {
        say(`${account.email} is now an admin.`);
        if (!account.isProved)
          say(
            "No link sent to this address was ever followed, so someone else may have signed up with it. Its owner should use 'Forgot password?' now.",
          );
      }
    });
}
