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

/** Whether traces are wanted: the environment names a collector, or the exporter. */
export const isTracingWanted = (env: TracingEnv): boolean =>
  env.OTEL_SDK_DISABLED !== 'true' &&
  env.OTEL_TRACES_EXPORTER !== 'none' &&
  (env.OTEL_TRACES_EXPORTER !== undefined ||
    env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined ||
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined);

/**
 * Begins to send traces to the collector of the environment, whose other variables (sampler, headers, limits, resource) the library reads
 * by itself. A collector that is away or slow loses traces, never requests.
 * @returns what sends the last ones, in two seconds at most.
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

/** The trace that the running code belongs to, for log lines. */
export const currentTrace = (): string | undefined =>
  isOn ? trace.getSpanContext(context.active())?.traceId : undefined;

const requestAttributes = ({ method = 'GET', url = '/' }: IncomingMessage, id: string): Attributes => ({
  'http.request.method': method,
  'url.path': shownPath(url),
  'url.scheme': 'http',
  'request.id': id,
});

/**
 * Traces a request, as a part of its sender's trace where a proxy is trusted to name one: a stranger's would say what is sampled.
 * What else the sender passes along (baggage) goes no further.
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

/** Marks a span with the kind of its error only: messages of PostgreSQL and of mail servers quote values and addresses. */
function fail(span: Span, error: unknown): void {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(code ?? name ?? error));
}

/** Runs a job as a trace of its own. */
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

/** A call that has just ended, as a part of the trace that the running code belongs to. */
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

/** A statement with its placeholders; values stay out of the traces. */
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
