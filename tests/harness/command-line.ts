import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../build/site/promptory.js', import.meta.url));

/** Runs `promptory …` as an operator does, in a process of its own. */
export const promptory = (environment: Record<string, string>, ...args: string[]) =>
  promptoryReading('', environment, ...args);

/** The same with something on its standard input. */
export const promptoryReading = (input: string, environment: Record<string, string>, ...args: string[]) =>
  run({ input }, environment, args);

/** The same with an account that has no rights of its own; whoever runs the tests without any keeps theirs. */
export const promptoryOfNobody = (environment: Record<string, string>, ...args: string[]) =>
  run(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}, environment, args);

function run(
  { input = '', ...account }: { input?: string; uid?: number; gid?: number },
  environment: Record<string, string>,
  args: string[],
) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
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
    // A command that reads nothing may be over before this is.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
