// Copies the same prompt over the Model Context Protocol and over the API. npm run bench runs it too.
import { compare, rate } from './rate.ts';
import { startBenchSite } from './site.ts';

const slug = 'plain-words-editor';

export async function measureMcp(site: { url: string }, authorization: Record<string, string>) {
  const made = await fetch(`${site.url}/api/v1/keys`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scopes: ['library:read', 'library:copy'] }),
  });
  const withKey = {
    authorization: `Bearer ${((await made.json()) as { key: string }).key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const get = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: slug } };
  await compare(
    `prompts/get over /mcp (bare: POST /api/v1/prompts/${slug}/copies)`,
    () => rate(`${site.url}/mcp`, withKey, get),
    () => rate(`${site.url}/api/v1/prompts/${slug}/copies`, withKey, {}),
  );
}

if (import.meta.main) {
  const site = await startBenchSite();
  await measureMcp(site, await site.signIn()).finally(() => site.stop());
}
