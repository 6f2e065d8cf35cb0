import { startBalancer } from '../harness/balancer.ts';
import { freePort } from '../harness/free-port.ts';
import { createTestSite, forgetSchedules } from '../harness/site.ts';
import { startSiteProcess } from '../harness/site-process.ts';

/** A site with two processes on one database, which answer in turn at one URL. */
export async function startTwoProcesses(environment: Record<string, string> = {}) {
  const balancer = await startBalancer();
  const port = String(await freePort());
  const site = await createTestSite({
    environment: { ...environment, PORT: port, PUBLIC_URL: balancer.url },
  });
  const here = `http://localhost:${port}`;
  const other = await startSiteProcess(site, environment);
  // The other process has stored them again.
  const stopping = new AbortController();
  const forgetting = forgetSchedules(site.db, stopping.signal);
  balancer.targets.push(here, other.url);
  return {
    site,
    balancer,

    async stop() {
      stopping.abort();
      await forgetting;
      await other.kill('SIGTERM');
      await site.stop();
      await balancer.stop();
    },
  };
}
