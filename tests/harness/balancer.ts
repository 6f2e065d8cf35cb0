import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { endServer } from './end-server.ts';

type Rewrite = {
  /** Added to every request. */
  headers?: Record<string, string>;
  /** Changes request bodies and header values. */
  words?: (text: string) => string;
};

/** A load balancer for several processes, which answer in turn. */
export async function startBalancer({ headers = {}, words = (asked) => asked }: Rewrite = {}) {
  const targets: string[] = [];
  /** How many requests each process was sent. */
  const counts = new Map<string, number>();
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const target = targets[turn++ % targets.length] ?? '';
    counts.set(target, (counts.get(target) ?? 0) + 1);
    const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...asked } = incoming.headers;
    const body = words(await text(incoming));
    const changed: IncomingHttpHeaders = Object.fromEntries(
      Object.entries(asked).map(([name, value]) => [name, typeof value === 'string' ? words(value) : value]),
    );
    const sent = request(
      new URL(incoming.url ?? '/', target),
      {
        method: incoming.method,
        headers: { ...changed, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    sent.end(body);
  });
  // On a busy machine, the client may learn too late that an idle connection is being closed.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    targets,
    counts,
    stop: () => endServer(server),
  };
}
