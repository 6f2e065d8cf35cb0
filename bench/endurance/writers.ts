import { setTimeout as delay } from 'node:timers/promises';
import { admin } from './site-process.ts';

type Acknowledged = { path: string; text: string };

/** Signs in as the admin. @throws Error if that fails */
export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (!access_token) throw new Error(`Signing in was answered with ${answer.status}`);
  return access_token;
}

/** Continuously writes prompts and comments, and records which writes were acknowledged. */
export function startWriters(url: string, token: string, count: number, pauseMilliseconds = 0) {
  const acknowledged: Acknowledged[] = [];
  const statuses: Record<string, number> = {};
  let stopped = false;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (path: string, body: object) => {
    try {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
      const value = await answer.json();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      return answer.ok ? value : undefined;
    } catch {
      statuses.refused = (statuses.refused ?? 0) + 1;
      await delay(50);
      return undefined;
    }
  };
  let number = 0;
  const write = async () => {
    while (!stopped) {
      if (pauseMilliseconds) await delay(pauseMilliseconds);
      number += 1;
      const title = `Written ${process.pid} ${Date.now()} ${number}`;
      const prompt = await send('/admin/prompts', { title, prompt_body: `Body of ${title}` });
      if (!prompt) continue;
      acknowledged.push({ path: `/admin/prompts/${prompt.id}`, text: `Body of ${title}` });
      const comment = await send(`/prompts/${prompt.slug}/comments`, { body: `Comment on ${title}` });
      if (comment)
        acknowledged.push({ path: `/prompts/${prompt.slug}/comments`, text: `Comment on ${title}` });
    }
  };
  const running = Array.from({ length: count }, write);
  return {
    acknowledged,
    statuses,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/** How many acknowledged writes are missing on the site. */
export async function countLost(url: string, token: string, written: Acknowledged[]): Promise<number> {
  let lost = 0;
  const queue = [...written];
  const check = async () => {
    for (let one = queue.pop(); one; one = queue.pop()) {
      const answer = await fetch(`${url}/api/v1${one.path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok || !(await answer.text()).includes(one.text)) lost += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, check));
  return lost;
}

/** Continuously reads pages and lists. `cut` counts connections that broke after being accepted. */
export function startReaders(
  url: string,
  count: number,
  paths = ['/browse', '/pricing', '/api/v1/prompts'],
  pauseMilliseconds = 0,
) {
  const statuses: Record<string, number> = {};
  let cut = 0;
  let stopped = false;
  const read = async (_: unknown, index: number) => {
    for (let turn = index; !stopped; turn += 1) {
      if (pauseMilliseconds) await delay(pauseMilliseconds);
      try {
        const answer = await fetch(`${url}${paths[turn % paths.length]}`, {
          signal: AbortSignal.timeout(30_000),
        });
        await answer.arrayBuffer();
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      } catch (error) {
        const code = (error as { cause?: { code?: string } }).cause?.code ?? String(error);
        if (code !== 'ECONNREFUSED') {
          cut += 1;
          statuses[code] = (statuses[code] ?? 0) + 1;
        }
        await delay(50);
      }
    }
  };
  const running = Array.from({ length: count }, read);
  return {
    statuses,
    cut: () => cut,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
