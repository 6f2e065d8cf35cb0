import type { Env } from '#platform/env.server.ts';

/** Parses Prometheus' text format: every series with its labels and its value. */
function readSeries(text: string) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const series = lines.map((line) => {
    const end = line.lastIndexOf(' ');
    return { name: line.slice(0, end), value: Number(line.slice(end + 1)) };
  });
  return {
    one: (name: string) => series.find((item) => item.name === name)?.value ?? 0,
    sum: (start: string, part = '') =>
      series
        .filter(({ name }) => name.startsWith(start) && name.includes(part))
        .reduce((total, { value }) => total + value, 0),
  };
}

const timeoutMilliseconds = 3_000;

/**
 * Summarizes the metrics of the running site in one line, and tells whether it ignores a proxy in front of it.
 * @returns undefined if no site answers on this machine's PORT
 */
export async function describeRunningSite({ HOST, PORT, METRICS_TOKEN }: Env) {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${PORT}/metrics`, {
    headers: METRICS_TOKEN ? { authorization: `Bearer ${METRICS_TOKEN}` } : {},
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const text = await answer.text();
  // Another program's metrics.
  if (!text.includes('promptory_')) return undefined;
  const { one, sum } = readSeries(text);
  const duration = 'http_request_duration_seconds';
  const requests = sum(`${duration}_count{`);
  const failed = sum(`${duration}_count{`, 'status="5');
  const milliseconds = requests > 0 ? (sum(`${duration}_sum{`) / requests) * 1_000 : 0;
  const hits = one('promptory_page_cache_requests_total{result="hit"}');
  const pages = hits + one('promptory_page_cache_requests_total{result="miss"}');
  const figures = [
    `${requests} requests, ${failed} failed, ${milliseconds.toFixed(1)} ms on average`,
    `${one('promptory_database_connections')} of ${one('promptory_database_connections_max')} connections, ${one('promptory_database_waiting')} waiting`,
    `${pages > 0 ? Math.round((hits / pages) * 100) : 0}% of pages from memory`,
    `${Math.round(one('process_resident_memory_bytes') / 1_048_576)} MB`,
  ].join('; ');
  return { figures, isProxyIgnored: one('promptory_proxy_ignored') === 1 };
}
