import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { canReadMetrics } from '#platform/observability/metrics-access.server.ts';

type Parts = {
  /** Whether the database is available. */
  ready(): Promise<boolean>;
  /** The metrics in Prometheus' text format. */
  metrics(): Promise<string>;
  metricsToken: string | undefined;
};

/** Endpoints for monitoring: liveness, readiness and metrics. */
export function createProbeRoutes({ ready, metrics, metricsToken }: Parts) {
  const app = new Hono();
  // A monitor must not get an earlier answer.
  for (const path of ['/healthz', '/readyz'])
    app.use(path, async (c, next) => {
      c.header('Cache-Control', 'no-store');
      await next();
    });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) =>
    (await ready()) ? c.json({ status: 'ok' }) : c.json({ status: 'database unavailable' }, 503),
  );
  app.get('/metrics', async (c) => {
    const { incoming } = c.env as { incoming?: IncomingMessage };
    if (!incoming || !canReadMetrics(incoming, metricsToken)) {
      if (metricsToken === undefined) throw new AppError('not_found', 'There is nothing at this address.');
      c.header('WWW-Authenticate', 'Bearer');
      throw new AppError('not_signed_in', 'Send METRICS_TOKEN as a bearer token.');
    }
    return c.text(await metrics(), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  });
  return app;
}
