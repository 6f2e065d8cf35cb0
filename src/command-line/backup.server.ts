import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { forgetUntoldReplies } from '#library/comments/reply-emails.server.ts';
import { holdMailings } from '#owner/mailings/mailing-start.server.ts';
import { lostSecretWords, verifyAppSecret } from '#people/auth/verify-app-secret.server.ts';
import { makeBackup, restoreBackup, verifyBackup, verifyRestorable } from '#platform/backup/backup.server.ts';
import { BackupError } from '#platform/backup/backup-archive.server.ts';
import { openDatabase } from '#platform/database/database.server.ts';
import { appliedMigrations, assertNotNewer, migrationNames } from '#platform/database/migrate.server.ts';
import { type Env, readEnv } from '#platform/env.server.ts';
import { makeFolder } from '#platform/make-folder.server.ts';
import { repeatCall } from '#platform/repeat-call.server.ts';
import { readAppSecret } from '#platform/secret.server.ts';
import { whyUnreadable } from '#platform/unreadable-file.server.ts';
import { backupFolders } from '#site/backup/backup-folders.server.ts';
import { type BackupStorage, createBackupStorage } from '#site/backup/backup-storage.server.ts';
import { newestBackup, uploadBackup } from '#site/backup/scheduled-backup.server.ts';
import { counted } from './counted.ts';
import { forgetSignIns } from './keys.server.ts';
import { say, withDatabase } from './open-site.server.ts';
import { assertWritable, writeWhole } from './whole-file.server.ts';

export function addBackupCommands(program: Command) {
  program
    .command('backup')
    .argument('[file]', 'the file to write, for example promptory-2027-01-31.backup; without one, BACKUP_URL')
    .option('--verify', 'read a backup and check every byte of it, instead of writing one')
    .option('--list', 'list the backups in BACKUP_URL')
    .description('write all data and pictures to a file or to BACKUP_URL; the site may keep running')
    .addHelpText(
      'after',
      '\nKeep APP_SECRET (or DATA_DIR/app-secret) somewhere else: a backup can only be used with this secret.',
    )
    .action(async (file: string | undefined, options: { verify?: true; list?: true }) => {
      const env = readEnv(process.env);
      if (options.list) await list(env);
      else if (options.verify) await withBackup(env, file ?? 'latest', verify);
      else await write(file);
    });

  program
    .command('restore')
    .argument(
      '<file>',
      'a file written by "backup"; the name of a backup in BACKUP_URL; or "latest" for the last one there',
    )
    .option(
      '--without-secret',
      "restore although the backup's APP_SECRET is lost: everyone has to sign in again",
    )
    .description('replace all data with a backup; the site must be stopped')
    .action(async (given: string, { withoutSecret = false }: { withoutSecret?: boolean }) => {
      await withBackup(readEnv(process.env), given, (file) => restore(file, withoutSecret));
    });
}

const noBackup = 'There is no backup in BACKUP_URL yet.';

const openStorage = ({ BACKUP_URL }: Env, otherwise = 'Name a file, or set BACKUP_URL.') => {
  if (BACKUP_URL === undefined) throw new BackupError(otherwise);
  return createBackupStorage(BACKUP_URL);
};

async function list(env: Env) {
  const names = await openStorage(env, 'Set BACKUP_URL: the list is of the backups there.').list();
  for (const name of names) say(name);
  // Not among the names, which programs read.
  if (names.length === 0) process.stderr.write(`${noBackup}\n`);
}

async function write(file: string | undefined) {
  if (file !== undefined) {
    await assertFile(file);
    await assertWritable(file);
  }
  // Not migrated: before an upgrade, the old release may still be running, and may have to restore the backup.
  await withDatabase(
    async ({ env, log, directUrl }) => {
      await using direct = new AsyncDisposableStack();
      const { db, pool, close } = openDatabase(directUrl, log, 1);
      direct.defer(close);
      assertNotNewer(await appliedMigrations(db), await migrationNames());
      const make = () => makeBackup(pool, backupFolders(env));
      if (file === undefined) {
        say(
          `${await uploadBackup({ storage: openStorage(env), make, keep: env.BACKUP_KEEP })} written to BACKUP_URL`,
        );
      } else {
        await writeFile(file, make());
        const { tables, files } = await verifyBackup(file);
        say(`${tables} tables and ${counted(files, 'file')} written to ${file}`);
      }
    },
    { migrated: false, isDirect: true },
  );
}

const writeFile = (file: string, content: Readable | ReadableStream<Uint8Array>) =>
  writeWhole(file, (draft) => pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true })));

/** A backup would replace a folder, a pipe or a device such as /dev/stdout. @throws BackupError */
async function assertFile(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile())
    throw new BackupError(`${file} is not a file. Name a file: a backup is read back to check it.`);
}

/** Runs `work` with a backup, which is downloaded first if necessary. */
async function withBackup(env: Env, given: string, work: (file: string) => Promise<void>) {
  const canBeName = !given.includes('/') && (env.BACKUP_URL !== undefined || given === 'latest');
  if (await isFile(given, canBeName)) return work(given);
  const storage = openStorage(env);
  const name = given === 'latest' ? await latest(storage) : given;
  if (!name) throw new BackupError(noBackup);
  const file = join(env.DATA_DIR, `download-${process.pid}.backup`);
  try {
    await repeatCall(async () => {
      const content = await storage.get(name);
      if (!content)
        throw new BackupError(`There is neither a file nor a backup in BACKUP_URL named ${given}.`);
      await makeFolder(env.DATA_DIR);
      await writeFile(file, content);
    });
    say(`${name} downloaded`);
    await work(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** @throws BackupError for a file that can't be read, or for a missing file whose name can't be a stored backup's */
async function isFile(given: string, canBeName: boolean): Promise<boolean> {
  try {
    await (await open(given)).close();
    return true;
  } catch (error) {
    if (canBeName && error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw new BackupError(whyUnreadable(given, error));
  }
}

/** The newest backup; if the clock is behind all of them, the one with the latest name. */
async function latest(storage: BackupStorage): Promise<string | undefined> {
  const names = await storage.list();
  return newestBackup(names) ?? names.at(-1);
}

async function verify(file: string) {
  const { made_at, tables, files, migrations } = await verifyBackup(file);
  say(
    `Complete: made at ${made_at}, ${tables} tables, ${counted(files, 'file')}, schema ${migrations.at(-1)}`,
  );
}

async function restore(file: string, withoutSecret: boolean) {
  // Before a site is created to restore it in.
  const summary = await verifyRestorable(file);
  await withDatabase(
    async ({ pool, env }) => {
      // The start creates a secret; until then, the backup's own can be put in place.
      const appSecret = await readAppSecret(env.APP_SECRET, env.DATA_DIR);
      await restoreBackup(pool, file, {
        migrations: summary.migrations,
        folders: backupFolders(env),
        async beforeCommit(transaction) {
          const accounts = writable(transaction, asOperator('accounts'));
          await holdMailings(writable(transaction, asOperator('mailings')));
          await forgetUntoldReplies(writable(transaction, asOperator('comments')));
          if (withoutSecret) await forgetSignIns(accounts);
          // Its own message about losses and remedies, because this site may already exist.
          else
            await verifyAppSecret(accounts, appSecret).catch(() => {
              throw new BackupError(
                `The backup was made with another APP_SECRET. Nothing was changed. Set the backup's APP_SECRET, or put its app-secret file into DATA_DIR. If it is lost, add --without-secret. Then:${lostSecretWords}`,
              );
            });
        },
      });
    },
    { migrated: false, isWrittenDown: true, canCreate: true },
  );
  say(`Restored as of ${summary.made_at}: ${summary.tables} tables, ${counted(summary.files, 'file')}`);
}
