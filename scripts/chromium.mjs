import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail } from './prepare.mjs';

/** The browser without a window, and without what only a window needs: half the work of the whole browser. */
const shellPackage = 'chromium-headless-shell';

/** In one process, so that it goes on while this one waits for others. */
function install(names) {
  const commands = names.map((name) => `apt-get install -y --no-install-recommends ${name}`);
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const shell = spawn('sh', ['-c', `apt-get update; ${commands.join(' || ')}`], quiet);
  return new Promise((resolve) => shell.on('close', resolve));
}

/** The browser for the journeys: CHROMIUM_PATH, one that is installed, or Debian's package, installed here. */
export async function ensureChromium() {
  const places = [
    process.env.CHROMIUM_PATH,
    `/usr/bin/${shellPackage}`,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const find = (from = places) => from.find((place) => place && existsSync(place));
  if (!find(places.slice(0, 2)) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the browser tests …\n');
    await install(find() ? [shellPackage] : [shellPackage, 'chromium']);
  }
  return (
    find() ??
    fail(
      `The browser tests need Chromium: install it (Debian: sudo apt-get install ${shellPackage}) or set CHROMIUM_PATH.`,
    )
  );
}
