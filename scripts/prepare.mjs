// Prepares a checkout for running: installs packages and builds pages. Runs on Node 20 and later with nothing installed yet, so it imports
// only Node itself and the files that the Dockerfile copies with it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** The Node that the project pins, regardless of the machine's. */
export const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const installStamp = join(root, 'node_modules', '.promptory-installed');
const buildStamp = join(root, 'build', '.promptory-built');
/** Exists while a process installs or builds, and contains its process id. */
const lock = join(root, '.preparing');
/** On standard error, because the output of a command may go to a file. */
const report = (text) => process.stderr.write(text);
const onWait = () =>
  report('Another start is installing or building in this folder. Waiting for it to finish …\n');

export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** Runs one start at a time. If files belong to another account, explains whose they must be. */
function inTurn(work) {
  try {
    oneAtATime(lock, { ...work, onWait });
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
    const account = nameOfAccount();
    fail(
      `The account ${account} cannot write to its folder (${error.message}). As root, run: chown -R ${account}: ${root.replace(/\/$/, '')}`,
    );
  }
}

/** Its number if it has no name, as in a container. */
function nameOfAccount() {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function hashOf(...paths) {
  const hash = createHash('sha256');
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  const walk = (path) => {
    const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    for (const entry of entries) {
      if (entry.isDirectory()) walk(`${path}/${entry.name}`);
      else if (!/\.test\.tsx?$/.test(entry.name)) add(`${path}/${entry.name}`);
    }
  };
  for (const path of paths)
    path.endsWith('/') ? walk(path.slice(0, -1)) : existsSync(join(root, path)) && add(path);
  return hash.digest('hex');
}

const stampIs = (file, value) => existsSync(file) && readFileSync(file, 'utf8') === value;

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Installs the packages if package-lock.json has changed: those that the site needs to run, or everything for tests. Going from the former
 * to the latter only adds packages, and leaves those alone that a running site uses. Packages that a developer has
 * installed for tests are never removed.
 */
export function ensureInstalled({ everything = existsSync(join(root, 'node_modules', 'vitest')) } = {}) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20)
    fail(
      `Promptory needs Node 20 or later to start (this is ${process.versions.node}). See https://nodejs.org.`,
    );
  const wanted = hashOf('package-lock.json');
  const isRunnable = () =>
    existsSync(node) &&
    (stampIs(installStamp, `${wanted} site`) || stampIs(installStamp, `${wanted} everything`));
  const isDone = () => isRunnable() && (!everything || stampIs(installStamp, `${wanted} everything`));
  inTurn({ isDone, work: () => install({ wanted, everything, adds: isRunnable() }) });
}

/** The packages' source maps are read by nobody here; they are a quarter of the files and take 80 MB. */
export function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (/\.[cm]?[jt]s\.map$/.test(entry.name)) rmSync(path);
  }
}

/** @param adds whether to only add packages */
function install({ wanted, everything, adds }) {
  const since = Date.now();
  report('Installing packages (only when they have changed; about half a minute) …\n');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const how = adds ? ['install', '--no-save'] : ['ci'];
  const args = [
    ...how,
    everything ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const result = spawnSync(npm[0], [...npm.slice(1), ...args], { cwd: root, stdio: ['inherit', 2, 2] });
  if (result.status !== 0) {
    fail(
      'The packages could not be installed. Check the network and the messages above, then run the command again.',
    );
  }
  if (!existsSync(node)) {
    fail(
      'The pinned Node was not installed: npm has skipped install scripts. Run "npm config set ignore-scripts false", remove node_modules and try again.',
    );
  }
  // The pinned Node's own npm and headers aren't needed; they take 70 MB.
  rmSync(join(root, 'node_modules', 'node', 'node_modules'), { recursive: true, force: true });
  removeSourceMaps(join(root, 'node_modules'));
  writeFileSync(installStamp, `${wanted} ${everything ? 'everything' : 'site'}`);
  report(`Packages installed in ${seconds(since)}.\n`);
}

const hashOfSources = () =>
  hashOf(
    'src/',
    'public/',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/build.mjs',
    'scripts/bundle-server.mjs',
    'scripts/single-messages.ts',
  );

/** Whether the last build was made from the current sources. */
export const isBuilt = () => stampIs(buildStamp, hashOfSources());

/** Builds the pages and the server if their sources have changed. */
export function ensureBuilt() {
  const wanted = hashOfSources();
  inTurn({ isDone: () => stampIs(buildStamp, wanted), work: () => build(wanted) });
}

function build(wanted) {
  const since = Date.now();
  report('Building the site (only when sources have changed) …\n');
  rmSync(buildStamp, { force: true });
  const result = spawnSync(node, [join(root, 'scripts', 'build.mjs')], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) {
    fail(
      `${result.stdout}${result.stderr}\nThe build failed (see above). After switching branches, try "rm -rf node_modules build" and start again.`,
    );
  }
  writeFileSync(buildStamp, wanted);
  report(`Site built in ${seconds(since)}.\n`);
}
