import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fail } from './prepare.mjs';

/** The browser without windows and what they need, which takes half the work of the full browser. */
const shellPackage = 'chromium-headless-shell';

/** In a single shell process, which continues while this process waits for others. */
function install(names) {
  const commands = names.map((name) => `apt-get install -y --no-install-recommends ${name}`);
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const shell = spawn('sh', ['-c', `apt-get update; ${commands.join(' || ')}`], quiet);
  return new Promise((resolve) => shell.on('close', resolve));
}

/** The browser for end-to-end tests: CHROMIUM_PATH, an installed one, or Debian's package, which is installed here. */
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
