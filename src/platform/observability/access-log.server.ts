import { type Level, levels } from './log.server.ts';
import { shownPath } from './shown-path.ts';

/** A completed request. */
type AnsweredRequest = {
  id: string;
  method: string;
  url: string;
  status: number;
  milliseconds: number;
};

const flushMilliseconds = 100;
const flushLength = 32_768;

/**
 * Logs a JSON line for each request to standard error. Lines are written in batches, ten times a second; writing them
 * one by one would cost as much as sending a page.
 * @param minimum the log level; above `info`, nothing is written
 */
export function createAccessLog(minimum: Level, write = (text: string) => void process.stderr.write(text)) {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  let second = 0;
  let time = '';
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== '') write(lines);
    lines = '';
  }
  return {
    isOn: levels.indexOf(minimum) <= levels.indexOf('info'),
    add({ id, method, url, status, milliseconds }: AnsweredRequest) {
      const now = Date.now();
      if (now !== second) {
        second = now;
        time = new Date(now).toISOString();
      }
      const shown = JSON.stringify(shownPath(url));
      lines += `{"time":"${time}","level":"info","message":"request","request":"${id}","method":"${method}","path":${shown},"status":${status},"ms":${milliseconds.toFixed(1)}}\n`;
      if (lines.length > flushLength) flush();
      else timer ??= setTimeout(flush, flushMilliseconds).unref();
    },
    flush,
  };
}

export type AccessLog = ReturnType<typeof createAccessLog>;
