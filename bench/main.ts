// Prints the product's figures, each next to its baseline, from a single run: npm run bench [prompts.csv]
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { connectPostgres } from '../src/platform/database/connect.server.ts';
import { createLog } from '../src/platform/observability/log.server.ts';
import { measureAdmin } from './admin.ts';
import { measureCrowd } from './crowd.ts';
import { generateCsv } from './generate.ts';
import { measureMcp } from './mcp.ts';
import { measurePages } from './pages.ts';
import { compare, rate } from './rate.ts';
import { measureRequests, measureSessions } from './requests.ts';
import { measureSearch } from './search.ts';
import { startBareServer, startBenchSite } from './site.ts';
import { measureUsing } from './using.ts';

/** After this long without requests, the application has released the memory that the load needed. */
const quietMilliseconds = 8_000;

const site = await startBenchSite();
try {
  const given = process.argv[2];
  const csv = given ?? join(site.dataDir, 'generated.csv');
  if (!given) await writeFile(csv, generateCsv(1_282));
  console.log(`import of 1,282 prompts: ${(await site.promptory('import', csv)).toFixed(1)} s`);
  console.log(`the same again: ${(await site.promptory('import', csv)).toFixed(1)} s`);

  for (const path of ['/', '/browse']) {
    const encoded = { 'accept-encoding': 'br' };
    // The raw bytes, as sent over the network.
    const { request } = await import('node:http');
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      request(`${site.url}${path}`, { headers: encoded }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
      })
        .on('error', reject)
        .end();
    });
    const file = join(site.dataDir, 'body');
    await writeFile(file, bytes);
    const bare = await startBareServer({ BODY_FILE: file });
    await rate(`${site.url}${path}`, encoded);
    await compare(
      path,
      () => rate(`${site.url}${path}`, encoded),
      () => rate(bare.url, encoded),
    );
    await bare.stop();
  }

  const authorization = await site.signIn();
  const postgres = await connectPostgres(
    { DATABASE_URL: undefined, DATA_DIR: site.dataDir },
    createLog('error'),
  );
  await measureRequests(site.url, postgres.connectionString, authorization);
  await postgres.stop();
  await measureSessions(site.url, 'admin@example.com', 'admin-password');
  await measureMcp(site, authorization);
  const atOnce = await site.memory();
  await delay(quietMilliseconds);
  console.log(
    `memory of the application after this load: ${atOnce} MB, once it is quiet ${await site.memory()} MB`,
  );

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage();
  const sizes = { requests: 0, bytes: 0, javascript: 0 };
  page.on('requestfinished', async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    sizes.requests += 1;
    sizes.bytes += responseBodySize + responseHeadersSize;
    if (/\.js(\?|$)/.test(request.url())) sizes.javascript += responseBodySize;
  });
  await page.goto(`${site.url}/browse`, { waitUntil: 'networkidle' });
  console.log(
    `/browse, first visit: ${sizes.requests} requests, ${(sizes.bytes / 1_000).toFixed(1)} kB, JavaScript ${(sizes.javascript / 1_000).toFixed(1)} kB`,
  );
  await browser.close();
  await measurePages(site.url, await site.session());
} finally {
  await site.stop();
}
await measureSearch();
await measureCrowd();
await measureAdmin();
await measureUsing(process.argv[2]);
