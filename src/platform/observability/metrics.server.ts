import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createRequestDurations } from './request-durations.server.ts';

/** In seconds. Cached pages take less than the first bucket, language models more than the last. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Numbers that are read at each scrape. */
export type SiteFigures = {
  /** Waiting jobs by queue; `mail` is for emails. */
  waitingJobs: Record<string, number>;
  /** Jobs that have failed permanently. */
  deadJobs: number;
  /** Stored events of the payment provider that haven't been processed yet, and how many of these have failed before. */
  openWebhookEvents: number;
  failingWebhookEvents: number;
};

export type CacheFigures = {
  hits: number;
  misses: number;
  pages: number;
  bytes: number;
  rendering: number;
  waiting: number;
};

type Parts = {
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;
  cache: () => CacheFigures;
  /** Rejects while the database is unavailable; then its figures are left out. */
  site: () => Promise<SiteFigures>;
};

export type Metrics = ReturnType<typeof createMetrics>;

let ofProcess: Registry | undefined;
/**
 * Node's metrics of the process. Collecting them never stops, and takes more CPU than everything else on an idle site,
 * so it only starts on first use, and all sites in a process share it.
 */
function processFigures(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** The metrics of this process for Prometheus. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const durations = createRequestDurations(buckets);
  registry.registerMetric(durations.metric);
  const jobs = new Counter({
    name: 'promptory_jobs_total',
    help: 'Jobs run by this process; the queue "mail" sends emails',
    labelNames: ['queue', 'result'] as const,
    registers,
  });
  const webhooks = new Counter({
    name: 'promptory_webhook_requests_total',
    help: 'Webhook requests from the payment provider, by result',
    labelNames: ['result'] as const,
    registers,
  });
  const ignoredProxy = new Gauge({
    name: 'promptory_proxy_ignored',
    help: 'Whether requests come through a proxy while TRUST_PROXY is not true',
    registers,
  });
  for (const result of ['accepted', 'rejected', 'failed']) webhooks.inc({ result }, 0);
  for (const result of ['completed', 'failed', 'deadletter']) jobs.inc({ queue: 'mail', result }, 0);

  return {
    /** @param seconds from the arrival of the request to the end of its response */
    observe(method: string, route: string, status: number, seconds: number) {
      durations.observe(knownMethods.has(method) ? method : 'other', route, status, seconds);
    },
    jobDone: (queue: string, result: string) => jobs.inc({ queue, result }),
    proxyIgnored: () => ignoredProxy.set(1),
    webhookAnswered: (status: number) =>
      webhooks.inc({ result: status < 400 ? 'accepted' : status < 500 ? 'rejected' : 'failed' }),

    /** Sets the sources that are read at each scrape. */
    watch({ pool, cache, site }: Parts) {
      const gauge = (name: string, help: string, read: () => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(read());
          },
        });
      gauge('promptory_database_connections', 'Open connections to the database', () => pool.totalCount);
      gauge('promptory_database_connections_idle', 'Idle connections', () => pool.idleCount);
      gauge('promptory_database_connections_max', 'Maximum connections', () => pool.options.max);
      gauge('promptory_database_waiting', 'Queries waiting for a connection', () => pool.waitingCount);
      gauge('promptory_page_cache_pages', 'Cached pages', () => cache().pages);
      gauge('promptory_page_cache_bytes', 'Size of the cached pages in bytes', () => cache().bytes);
      gauge('promptory_page_renders', 'Pages being rendered', () => cache().rendering);
      gauge('promptory_page_renders_waiting', 'Pages waiting to be rendered', () => cache().waiting);
      const requests = new Counter({
        name: 'promptory_page_cache_requests_total',
        help: 'Page requests, by cache hit or miss',
        labelNames: ['result'] as const,
        registers,
      });
      const labeled = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
        new Gauge({ name, help, labelNames, registers });
      const up = labeled('promptory_database_up', 'Whether the database answers', []);
      const waiting = labeled('promptory_jobs_waiting', 'Jobs waiting to run, by queue', ['queue']);
      const dead = labeled('promptory_jobs_dead', 'Jobs that failed permanently', []);
      const events = labeled('promptory_webhook_events_open', 'Stored events not yet processed', ['state']);
      return {
        async read() {
          requests.reset();
          requests.inc({ result: 'hit' }, cache().hits);
          requests.inc({ result: 'miss' }, cache().misses);
          const figures = await site().catch(() => undefined);
          up.set(figures ? 1 : 0);
          for (const metric of [waiting, dead, events]) metric.reset();
          if (!figures) return;
          for (const [queue, count] of Object.entries(figures.waitingJobs)) waiting.set({ queue }, count);
          dead.set(figures.deadJobs);
          events.set({ state: 'failing' }, figures.failingWebhookEvents);
          events.set({ state: 'waiting' }, figures.openWebhookEvents - figures.failingWebhookEvents);
        },
      };
    },

    /** All metrics in the text format of Prometheus. */
    text: () => Registry.merge([processFigures(), registry]).metrics(),
  };
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
