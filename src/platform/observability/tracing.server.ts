import type { IncomingMessage } from 'node:http';
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { LogEvent } from 'kysely';
import type { Env } from '../env.server.ts';
import type { Log } from './log.server.ts';
import { shownPath } from './shown-path.ts';

const stopMilliseconds = 2_000;
let isOn = false;
export const isTracing = (): boolean => isOn;
const tracer = () => trace.getTracer('promptory');

type TracingEnv = Pick<Env, `OTEL_${string}` & keyof Env>;

/** Whether tracing is on: the environment sets a collector or the exporter. */
export const isTracingWanted = (env: TracingEnv): boolean =>
  env.OTEL_SDK_DISABLED !== 'true' &&
  env.OTEL_TRACES_EXPORTER !== 'none' &&
  (env.OTEL_TRACES_EXPORTER !== undefined ||
    env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined ||
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined);

/**
 * Starts sending traces to the collector set in the environment; the library reads the other variables (sampler,
 * headers, limits, resource) itself. If the collector is unavailable or slow, traces are lost, but requests aren't
 * affected.
 * @returns a function that sends the last ones, within two seconds
 */
export async function startTracing(log: Log): Promise<() => Promise<void>> {
  const { startExport } = await import('./tracing-export.server.ts');
  const stop = startExport(log);
  isOn = true;
  return async () => {
    isOn = false;
    await Promise.race([stop(), new Promise((resolve) => setTimeout(resolve, stopMilliseconds).unref())]);
  };
}

/** The id of the current trace, for log lines. */
export const currentTrace = (): string | undefined =>
  isOn ? trace.getSpanContext(context.active())?.traceId : undefined;

const requestAttributes = ({ method = 'GET', url = '/' }: IncomingMessage, id: string): Attributes => ({
  'http.request.method': method,
  'url.path': shownPath(url),
  'url.scheme': 'http',
  'request.id': id,
});

/**
 * Traces a request. It continues the sender's trace only behind a trusted proxy, because otherwise strangers could
 * decide what is sampled. The sender's other trace data (baggage) isn't passed on.
 * @param started milliseconds of `performance.now()`
 */
export function traceRequest(request: IncomingMessage, id: string, started: number, trustProxy: boolean) {
  if (!isOn) return undefined;
  const attributes = requestAttributes(request, id);
  const active = context.active();
  const parent = trustProxy
    ? propagation.deleteBaggage(propagation.extract(active, request.headers))
    : active;
  const method = String(attributes['http.request.method']);
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes, startTime: started }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    run: (work: () => void): void => context.with(inside, work),
    end(route: string, status: number): void {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      if (status >= 500)
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(status));
      span.end();
    },
  };
}

/**
 * Marks a span with the kind of its error only, because messages from PostgreSQL and mail servers contain values and
 * addresses.
 */
function fail(span: Span, error: unknown): void {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(code ?? name ?? error));
}

/** Runs a job in its own trace. */
export function traceJob<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!isOn) return work();
  return tracer().startActiveSpan(`job ${name}`, { kind: SpanKind.CONSUMER }, async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds a call that has just ended to the current trace. */
export function recordCall(
  name: string,
  milliseconds: number,
  attributes: Attributes,
  error?: unknown,
): void {
  if (!isOn || !trace.getSpan(context.active())) return;
  const end = performance.now();
  const span = tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: end - milliseconds });
  if (error !== undefined) fail(span, error);
  span.end(end);
}

/** A statement with its placeholders; its values stay out of the traces. */
export function recordQuery(event: LogEvent): void {
  const text = event.query.sql;
  const operation = text.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? 'QUERY';
  recordCall(
    operation,
    event.queryDurationMillis,
    { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text },
    event.level === 'error' ? event.error : undefined,
  );
}
