import autocannon from 'autocannon';

const seconds = 5;
const connections = 32;
const rounds = 3;

/** Requests per second. @throws Error unless all are answered with 2xx */
export async function rate(url: string, headers: Record<string, string> = {}, body?: object) {
  const asked = body ? { method: 'POST' as const, body: JSON.stringify(body) } : {};
  const result = await autocannon({ url, connections, duration: seconds, headers, ...asked });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} not 2xx, ${result.errors} errors`);
  return result.requests.average;
}

/** Alternating, so that any other load on the machine affects both. */
export async function compare(name: string, ours: () => Promise<number>, bare: () => Promise<number>) {
  const sums = { ours: 0, bare: 0 };
  for (let round = 0; round < rounds; round += 1) {
    sums.bare += await bare();
    sums.ours += await ours();
  }
  const [a, b] = [sums.ours / rounds, sums.bare / rounds];
  console.log(`${name}: ${Math.round(a)}/s, bare ${Math.round(b)}/s, ${(a / b).toFixed(2)}x`);
}

/** Chains of calls, each of which starts with the answer of the previous one. @returns calls per second */
export async function rateOfChains<State>(starts: State[], next: (state: State) => Promise<State>) {
  const until = performance.now() + seconds * 1_000;
  let count = 0;
  await Promise.all(
    starts.map(async (start) => {
      for (let state = start; performance.now() < until; count += 1) state = await next(state);
    }),
  );
  return count / seconds;
}
