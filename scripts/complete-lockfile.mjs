// npm leaves a platform's package out of package-lock.json if the registry in use doesn't have it, and "npm ci" then refuses the file. This
// adds the missing entries in npm's format. Run it after "npm install".
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openbsd',
  'openharmony',
  'netbsd',
  'sunos',
  'aix',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

function entryFor(name, version, dev) {
  const words = name.split('/').at(-1).split('-');
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const musl = words.includes('musl') || words.includes('musleabihf');
  const glibc = words.includes('gnu') || words.includes('gnueabihf');
  const libc = musl ? { libc: ['musl'] } : glibc ? { libc: ['glibc'] } : {};
  return {
    version,
    cpu,
    ...(dev ? { dev: true } : {}),
    ...(os.includes('linux') ? libc : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isKnown = lock.packages[`node_modules/${name}`] ?? lock.packages[`${path}/node_modules/${name}`];
    if (isKnown || !processors.some((processor) => name.split(/[-/]/).includes(processor))) continue;
    lock.packages[`node_modules/${name}`] = entryFor(name, version, entry.dev);
    added += 1;
  }
}
const packages = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
process.stdout.write(`${added} packages added to package-lock.json\n`);
