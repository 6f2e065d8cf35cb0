import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBuiltAssets } from './built-assets.server.ts';

test('a folder of assets, and a file that another build has removed, are passed on to the rest of the site', async () => {
  const root = await mkdtemp(join(tmpdir(), 'promptory-assets-'));
  await mkdir(join(root, 'assets/de'), { recursive: true });
  for (const name of ['kept.js', 'gone.js', 'de/words.js']) await writeFile(join(root, 'assets', name), name);
  const assets = createBuiltAssets(root);
  await rm(join(root, 'assets/gone.js'));
  const server = createServer((request, response) => {
    if (!assets.serve(request, response, 'request')) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    await rm(root, { recursive: true });
  });
  const statusOf = async (path: string) => {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/assets/${path}`)).status;
  };
  const paths = ['de', 'de/', 'gone.js', 'kept.js', 'de/words.js'];
  expect(await Promise.all(paths.map(statusOf))).toEqual([404, 404, 404, 200, 200]);
});
