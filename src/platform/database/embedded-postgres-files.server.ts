import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncDirectory } from '../sync-directory.server.ts';
import { explainFailure } from './embedded-postgres-failures.server.ts';
import type { PostgresPrograms } from './embedded-postgres-programs.server.ts';

const run = promisify(execFile);

export const superuser = 'promptory';
/** The superuser's password is stored inside the cluster, so that the two always stay together. */
const passwordName = 'promptory-password';

/** @throws Error with a message for the operator if the folder belongs to another program */
export async function assertOwn(cluster: string): Promise<void> {
  const names = await readdir(cluster).catch((): string[] => []);
  if (names.length === 0 || names.includes(passwordName)) return;
  throw new Error(
    `${cluster} is not this site's database. Nothing was changed. Set DATA_DIR to an empty folder, or to the site's own.`,
  );
}

/** @throws Error with a message for the operator if the data is from another major version */
export async function assertSameVersion(cluster: string, programs: PostgresPrograms): Promise<void> {
  const existing = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (existing === undefined) return;
  const { stdout } = await run(programs.binaries.postgres, ['--version']);
  const expected = stdout.match(/\) (\d+)/)?.[1];
  if (existing.trim() === expected) return;
  throw new Error(
    `${cluster} was created by PostgreSQL ${existing.trim()}, but this release includes PostgreSQL ${expected}. The data is unchanged. Make a backup with the release that created it, then restore the backup here.`,
  );
}

/** Creates the cluster in a temporary folder and renames it, so that a killed process doesn't leave an incomplete one. */
export async function initializeCluster(
  cluster: string,
  { owner, command }: PostgresPrograms,
): Promise<void> {
  if (await exists(join(cluster, 'PG_VERSION'))) return;
  const draft = `${cluster}.new-${process.pid}`;
  const draftPassword = `${draft}-password`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await writeFile(draftPassword, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true });
    if (owner) await Promise.all([draft, draftPassword].map((path) => chown(path, owner.uid, owner.gid)));
    const authentication = ['--auth=scram-sha-256', `--pwfile=${draftPassword}`, '-U', superuser];
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    await command('initdb', ['-D', draft, ...authentication, ...locale]);
    await writeFile(join(draft, passwordName), await readFile(draftPassword), { mode: 0o600, flush: true });
    await rename(draft, cluster);
    await syncDirectory(dirname(cluster));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have created the cluster at the same time, which is just as good.
    if (!(await exists(join(cluster, 'PG_VERSION'))))
      throw new Error(explainFailure(error), { cause: error });
  } finally {
    await rm(draftPassword, { force: true });
  }
}

export const readSuperuserPassword = async (cluster: string) =>
  (await readFile(join(cluster, passwordName), 'utf8')).trim();

/** Creates the log file, readable only by the account that PostgreSQL runs as. */
export async function createLogFile(file: string, { owner }: PostgresPrograms): Promise<void> {
  await writeFile(file, '', { flag: 'a', mode: 0o600 });
  await chmod(file, 0o600);
  if (owner) await chown(file, owner.uid, owner.gid);
}

/** Moves a log that has grown too large into `postgres.log.1`. The server keeps writing to the emptied file. */
export async function trimPostgresLog(dataDir: string, maxBytes: number): Promise<void> {
  const file = join(dataDir, 'postgres.log');
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size <= maxBytes) return;
  const previous = `${file}.1`;
  await rm(previous, { force: true });
  await copyFile(file, previous);
  await chmod(previous, 0o600);
  await truncate(file);
}

/**
 * Removes the lock files of a killed server, in its folder and beside its socket, if its process id now belongs to
 * another program: PostgreSQL would take that program for its own server and refuse to start.
 */
export async function removeStaleLocks(cluster: string, socket: string): Promise<void> {
  for (const lock of [join(cluster, 'postmaster.pid'), `${socket}.lock`]) {
    const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0]);
    if (!Number.isInteger(pid) || pid <= 0) continue;
    const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    // If there is no such process, PostgreSQL replaces the lock itself.
    if (stdout.trim() !== '' && !stdout.includes(cluster)) await rm(lock, { force: true });
  }
}

const exists = (path: string) =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
