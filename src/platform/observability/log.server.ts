import { currentRequest } from './request-context.server.ts';
import { currentTrace } from './tracing.server.ts';

export const levels = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof levels)[number];

/** Writes one JSON line per event. Never pass bodies, tokens or passwords as facts. */
export type Log = Record<Level, (message: string, facts?: Record<string, unknown>) => void>;

/** How many errors of an AggregateError are shown. */
const shownErrors = 5;

/** Where an error was thrown, and what caused it: a failed request, for example, only names its reason as its cause. */
function traceOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\nCause: ${traceOf(error.cause)}` : '';
  const parts: unknown[] = error instanceof AggregateError ? error.errors.slice(0, shownErrors) : [];
  const traces = parts.map(
    (part) => `\nOne of them: ${part instanceof Error ? traceOf(part) : String(part)}`,
  );
  return `${error.stack ?? error.message}${cause}${traces.join('')}`;
}

/** Logs to standard error, with the ids of the current request and its trace; drops events below `minimum`. */
export function createLog(minimum: Level): Log {
  const write = (level: Level) => (message: string, facts?: Record<string, unknown>) => {
    if (levels.indexOf(level) < levels.indexOf(minimum)) return;
    const error = facts?.error instanceof Error ? { error: traceOf(facts.error) } : {};
    const request = currentRequest()?.id;
    const head = { time: new Date().toISOString(), level, message, request, trace: currentTrace() };
    process.stderr.write(`${JSON.stringify({ ...head, ...facts, ...error })}\n`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
