// The baseline for the site: plain node:http. BODY_FILE: serves its bytes as brotli. QUERY: serves the result of an SQL statement through
// plain pg, with SLUG as its parameter.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const { BODY_FILE, QUERY, SLUG, BENCH_DATABASE } = process.env;
const body = BODY_FILE ? await readFile(BODY_FILE) : Buffer.alloc(0);
const pool = new pg.Pool({ connectionString: BENCH_DATABASE, max: 10 });

const server = createServer(async (_request, response) => {
  if (!QUERY) {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': body.length,
    });
    response.end(body);
    return;
  }
  const { rows } = await pool.query({ name: 'bare', text: QUERY, values: [SLUG] });
  const text = JSON.stringify(rows[0]);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Bare server at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
