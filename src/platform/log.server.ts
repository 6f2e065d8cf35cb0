const levels = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

/** Writes one JSON line per event. Never pass bodies, tokens or passwords as facts. */
export type Log = Record<Level, (message: string, facts?: Record<string, unknown>) => void>;

/** Logs to standard error; drops events below `minimum`. */
export function createLog(minimum: Level): Log {
  const write = (level: Level) => (message: string, facts?: Record<string, unknown>) => {
    if (levels.indexOf(level) < levels.indexOf(minimum)) return;
    const error = facts?.error instanceof Error ? { error: facts.error.stack ?? facts.error.message } : {};
    process.stderr.write(
      `${JSON.stringify({ time: new Date().toISOString(), level, message, ...facts, ...error })}\n`,
    );
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
