import performanceHooks from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { createMetrics } from './metrics.server.ts';

test('each site in a process has its own counters, and the process is measured once, from the first scrape on', async () => {
  const measuring = vi.spyOn(performanceHooks, 'monitorEventLoopDelay');
  const [first, second] = [createMetrics(), createMetrics()];
  expect(measuring).not.toHaveBeenCalled();
  first.jobDone('mail', 'completed');
  for (const [site, sent] of [
    [first, 1],
    [second, 0],
  ] as const) {
    const text = await site.text();
    expect(text).toContain(`promptory_jobs_total{queue="mail",result="completed"} ${sent}`);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  }
  // Another file may have started it before.
  expect(measuring.mock.calls.length).toBeLessThan(2);
  measuring.mockRestore();
});
