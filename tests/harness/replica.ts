import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts';
import { findPostgresPrograms } from '#platform/database/embedded-postgres-programs.server.ts';
import { quietLog } from './postgres.ts';

const run = promisify(execFile);

/** A PostgreSQL with a streaming replica, both embedded, in separate folders. */
export async function startReplicatedPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'promptory-replica-'));
  const primary = await startEmbeddedPostgres(join(folder, 'primary'), quietLog);
  const from = new pg.Client({ connectionString: primary.connectionString });
  await from.connect();
  const { host, port, user, password, database } = from;

  const [source, copy] = [join(folder, 'primary', 'postgres'), join(folder, 'replica')];
  await from.query("select pg_backup_start('replica', true)");
  const left = ['postmaster.pid', 'postmaster.opts'].map((name) => join(source, name));
  await cp(source, copy, {
    recursive: true,
    filter: (path) => !left.includes(path),
    preserveTimestamps: true,
  });
  const { rows } = await from.query('select labelfile from pg_backup_stop(false)');
  await from.end();
  await writeFile(join(copy, 'backup_label'), rows[0].labelfile);
  await writeFile(join(copy, 'standby.signal'), '');
  const programs = await findPostgresPrograms(join(folder, 'primary'));
  if (programs.owner) await run('chown', ['-R', `${programs.owner.uid}:${programs.owner.gid}`, copy]);
  await run('chmod', ['-R', 'go-rwx', copy]);
  const conninfo = `host=${host} port=${port} user=${user} password=${password}`;
  await writeFile(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\nlisten_addresses = ''\nunix_socket_directories = '${copy}'\nport = ${port}\n`,
  );
  await programs.command('pg_ctl', [
    'start',
    '-D',
    copy,
    '-l',
    join(copy, 'log'),
    '-w',
    '-t',
    '25',
    '-o',
    `-c unix_socket_directories=${copy}`,
  ]);
  let isStopped = false;
  async function stopReplica() {
    if (!isStopped) await programs.command('pg_ctl', ['stop', '-D', copy, '-m', 'immediate', '-w']);
    isStopped = true;
  }
  const asUser = `${user}:${password}@localhost/${database}`;
  return {
    primary: primary.connectionString,
    replica: `postgres://${asUser}?host=${encodeURIComponent(copy)}&port=${port}`,
    stopReplica,
    async stop() {
      await stopReplica();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
