import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail } from './prepare.mjs';

/** The browser for the journeys: CHROMIUM_PATH, one that is installed, or Debian's package, installed here. */
export function ensureChromium() {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const find = () => places.find((place) => place && existsSync(place));
  if (!find() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the browser tests …\n');
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const quiet = { stdio: 'ignore', env: environment };
    spawnSync('apt-get', ['update'], quiet);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet);
  }
  return (
    find() ??
    fail(
      'The browser tests need Chromium: install it (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH.',
    )
  );
}
