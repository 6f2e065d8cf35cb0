import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOfClient, isPassedOn } from '../http/client-address.server.ts';
import type { AccessLog } from '../observability/access-log.server.ts';
import type { Log } from '../observability/log.server.ts';
import type { Metrics } from '../observability/metrics.server.ts';
import { type RequestContext, requestIdOf, runInRequest } from '../observability/request-context.server.ts';
import { traceRequest } from '../observability/tracing.server.ts';
import type { ListCache } from './list-cache.server.ts';
import type { PageCache } from './page-cache.server.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

type Parts = {
  serve: Listener;
  /** Respond from cached bytes; undefined in development. */
  ready?: Pick<PageCache, 'serve'>[];
  lists: Pick<ListCache, 'knows' | 'serve'>;
  metrics: Metrics;
  accessLog: AccessLog;
  log: Log;
  trustProxy: boolean;
  /** Whether the site limits requests per client. Off if one machine stands for many clients, as in a load test. */
  rateLimits: boolean;
};

/**
 * Gives every request an id for its response and log lines, measures it and writes it to the access log. Cached pages
 * pass through here thousands of times a second, so they are counted directly, without a listener or context.
 */
export function observe({
  serve,
  ready = [],
  lists,
  metrics,
  accessLog,
  log,
  trustProxy,
  rateLimits,
}: Parts) {
  let isProxyIgnored = false;
  function done(request: IncomingMessage, id: string, route: string, status: number, started: number) {
    const milliseconds = performance.now() - started;
    const { method = 'GET', url = '/' } = request;
    metrics.observe(method, route, status, milliseconds / 1_000);
    if (accessLog.isOn) accessLog.add({ id, method, url, status, milliseconds });
  }
  function serveReady(request: IncomingMessage, response: ServerResponse, id: string) {
    for (const place of ready) {
      const served = place.serve(request, response, id);
      if (served) return served;
    }
    return undefined;
  }
  function ignoreProxy() {
    isProxyIgnored = true;
    metrics.proxyIgnored();
    log.warn(
      'A proxy is in front, but TRUST_PROXY is not true: all visitors share one address and its limits',
    );
  }
  return (request: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now();
    if (!trustProxy && !isProxyIgnored && isPassedOn(request)) ignoreProxy();
    const id = requestIdOf(request, trustProxy);
    const served = serveReady(request, response, id);
    const traced = traceRequest(request, id, started, trustProxy);
    if (served) {
      traced?.end(served.route, served.status);
      done(request, id, served.route, served.status, started);
      return;
    }
    const context: RequestContext = {
      id,
      method: request.method ?? 'GET',
      ...(rateLimits && { client: addressOfClient(request, trustProxy) }),
    };
    response.once('close', () => {
      // 499: the client disconnected before the response was complete.
      const status = response.writableFinished ? response.statusCode : 499;
      const { route = 'unknown' } = context;
      done(request, id, route, status, started);
      traced?.end(route, status);
    });
    const serveAnew = () => {
      response.setHeader('X-Request-Id', id);
      void serve(request, response);
    };
    const work = () => {
      if (!lists.knows(request)) return serveAnew();
      void lists.serve(request, response, id).then((isServed) => isServed || serveAnew());
    };
    runInRequest(context, traced ? () => traced.run(work) : work);
  };
}
