import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { withBilling } from '../../src/command-line/open-billing.server.ts';

// A process that only receives the provider's events, as the site does, but starts in a fraction of the time. Prints its URL when it is
// ready. Saves its compiled code for the next process, because a killed process can't.
await withBilling(({ billing }) => {
  const server = createServer(async (request, response) => {
    const header = request.headers['stripe-signature'];
    await billing.events.receive(await buffer(request), typeof header === 'string' ? header : undefined).then(
      () => response.writeHead(200).end(),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(0, '127.0.0.1', () => {
    flushCompileCache();
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  return new Promise<never>(() => undefined);
});
