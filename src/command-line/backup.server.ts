import type { Command } from 'commander';
import { restoreBackup, writeBackup } from '#platform/backup.server.ts';
import { say, withDatabase } from './open-site.server.ts';

export function addBackupCommands(program: Command) {
  program
    .command('backup')
    .argument('<file>', 'the file to write, for example promptory-2027-01-31.backup')
    .description('write all data to a file; the site may keep running')
    .addHelpText(
      'after',
      '\nKeep APP_SECRET (or DATA_DIR/app-secret) with it: without it, everyone has to sign in again after a restore.',
    )
    .action(async (file: string) => {
      const rows = await withDatabase(({ db }) => writeBackup(db, file));
      say(`${rows} rows written to ${file}`);
    });

  program
    .command('restore')
    .argument('<file>', 'a file written by "backup"')
    .description('replace all data with a backup; the site must be stopped')
    .action(async (file: string) => {
      const rows = await withDatabase(({ db }) => restoreBackup(db, file), { migrated: false });
      say(`${rows} rows restored from ${file}`);
    });
}
