import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { appSecret, type TestSite } from './site.ts';

const main = fileURLToPath(new URL('../../build/site/main.js', import.meta.url));

/** Another process of the site on its database, as in production. Needs the built site. */
export async function startSiteProcess(site: TestSite, environment: Record<string, string> = {}) {
  const port = String(await freePort());
  const child: ChildProcess = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: port,
      STARTER: 'none',
      DATA_DIR: site.dataDir,
      DATABASE_URL: site.database.connectionString,
      APP_SECRET: appSecret,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      PUBLIC_URL: site.url,
      ...environment,
    },
  });
  const exited = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (piece) => {
      output += piece;
      if (output.includes('ready at')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The process has ended with ${code}: ${output}`)));
  });
  return {
    url: `http://localhost:${port}`,
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
    },
  };
}
