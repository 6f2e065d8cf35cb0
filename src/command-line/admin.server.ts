import type { Command } from 'commander';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { makeAdmin } from '#people/auth/admins.service.server.ts';
import { say, withDatabase } from './open-site.server.ts';

export function addAdminCommand(program: Command) {
  const admin = program.command('admin').description('who may run the site');
  admin
    .command('add')
    .argument('<email>', "the admin's e-mail address")
    .description("make an account an admin's; where there is none, one is made and its password printed once")
    .action(async (email: string) => {
      const made = await withDatabase(({ db }) => makeAdmin(writable(db, asOperator('accounts')), email));
      if (made.isNew) say(`Admin account: ${made.email}   password: ${made.password}   (shown only now)`);
      else say(`${made.email} is an admin now.`);
    });
}
