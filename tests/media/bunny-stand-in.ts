import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endServer } from '../harness/end-server.ts';

const key = 'bunny-access-key';

/** A server with the protocol of a Bunny storage zone, which also serves its files at /cdn like a pull zone. */
export async function startBunnyStandIn() {
  const files = new Map<string, { bytes: Buffer; headers: Record<string, string> }>();
  let isHanging = false;
  let isDropped = () => false;
  let held = 0;
  let givenUp = 0;
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (isDropped()) return request.socket.destroy();
    if (isHanging) {
      held += 1;
      response.once('close', () => {
        givenUp += 1;
      });
      return;
    }
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (path.startsWith('/cdn/')) {
      const file = files.get(path.slice('/cdn/'.length));
      return file ? response.writeHead(200, file.headers).end(file.bytes) : answer(404, {});
    }
    const name = /^\/zone\/(.+)$/.exec(path)?.[1];
    if (request.headers.accesskey !== key || !name)
      return answer(401, { HttpCode: 401, Message: 'Unauthorized' });
    if (request.method === 'PUT') {
      const { 'content-type': type = '', 'cache-control': cache = '' } = request.headers;
      files.set(name, {
        bytes: Buffer.concat(chunks),
        headers: { 'content-type': type, 'cache-control': cache },
      });
      return answer(201, { HttpCode: 201, Message: 'File uploaded.' });
    }
    if (request.method === 'DELETE') {
      return files.delete(name)
        ? answer(200, { HttpCode: 200 })
        : answer(404, { HttpCode: 404, Message: 'Object Not Found' });
    }
    if (request.method === 'HEAD') return answer(files.has(name) ? 200 : 404, {});
    const inside = [...files.keys()].filter((key) => key.startsWith(name));
    return answer(
      200,
      inside.map((key) => ({ ObjectName: key.slice(name.length), IsDirectory: false, Length: 1 })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    mediaUrl: `bunny://${key}@${host}/zone?tls=false&public=${encodeURIComponent(`http://${host}/cdn`)}`,
    names: () => [...files.keys()],
    /** Hangs up on every second request, which are answered when they are repeated. */
    dropEverySecond() {
      let count = 0;
      isDropped = () => count++ % 2 === 0;
    },
    /** From now on, requests are accepted but never answered. */
    hang() {
      isHanging = true;
    },
    /** The number of unanswered requests, and how many of them the client gave up. */
    unanswered: () => ({ held, givenUp }),
    stop: () => endServer(server),
  };
}
