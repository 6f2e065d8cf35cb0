import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { appSecret, type TestSite } from './site.ts';

/** The file of the built command line. */
export const commandLine = fileURLToPath(new URL('../../build/site/promptory.js', import.meta.url));

/** The environment of a command next to a running site. */
export const commandEnvironment = (site: TestSite) => ({
  DATABASE_URL: site.database.connectionString,
  DATA_DIR: site.dataDir,
  APP_SECRET: appSecret,
  LOG_LEVEL: 'error',
});

/** Runs `promptory …` like an operator, in its own process. */
export const promptory = (environment: Record<string, string>, ...args: string[]) =>
  promptoryReading('', environment, ...args);

/** The same with standard input. */
export const promptoryReading = (input: string, environment: Record<string, string>, ...args: string[]) =>
  run({ input }, environment, args);

/** The same as an account without any rights, if the tests run as root. */
export const promptoryOfNobody = (environment: Record<string, string>, ...args: string[]) =>
  run(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}, environment, args);

function run(
  { input = '', ...account }: { input?: string; uid?: number; gid?: number },
  environment: Record<string, string>,
  args: string[],
) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [commandLine, ...args], {
      env: { ...process.env, ...environment },
      ...account,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    // A command that doesn't read its input may exit before this is written.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
