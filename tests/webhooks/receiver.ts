import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { webhookMessages } from '#reach/webhooks/webhook-payloads.ts';
import { endServer } from '../harness/end-server.ts';
import { freePort } from '../harness/free-port.ts';

export type Message = {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { member?: { id: string; email: string | null } };
};
type Mode = 'takes' | 'fails' | 'hangs' | 'answers late' | 'redirects';

/** Whether the message matches the published description exactly. */
function isDescribed(body: string): boolean {
  const message = JSON.parse(body);
  const schema = webhookMessages.find(({ type }) => type === message.type)?.message;
  return isDeepStrictEqual(schema?.safeParse(message).data, message);
}

/** A receiver according to Standard Webhooks: it checks each signature, and processes each `webhook-id` once. */
export async function startReceiver() {
  const worked: Message[] = [];
  const attempts: string[] = [];
  const late: (() => void)[] = [];
  const strays: string[] = [];
  let secret = '';
  let mode: Mode = 'takes';

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    if (request.url !== '/hook' || request.method !== 'POST') {
      strays.push(`${request.method} ${request.url}`);
      return response.writeHead(404).end();
    }
    const id = String(request.headers['webhook-id']);
    try {
      new Webhook(secret).verify(body, request.headers as Record<string, string>);
    } catch {
      return response.writeHead(401).end();
    }
    attempts.push(id);
    if (!isDescribed(body)) {
      strays.push(body);
      return response.writeHead(400).end();
    }
    if (mode === 'fails') return response.writeHead(500).end();
    if (mode === 'hangs') return;
    if (mode === 'redirects') return response.writeHead(307, { location: '/elsewhere' }).end();
    if (!worked.some((message) => message.id === id)) worked.push({ id, ...JSON.parse(body) });
    if (mode === 'answers late') late.push(() => response.writeHead(200).end());
    else response.writeHead(204).end();
  }
  const create = () => createServer((request, response) => void receive(request, response));
  let server = create();
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  // It comes back on the same port, which nobody else may get meanwhile.
  const port = await freePort();
  await listen(port);
  const close = () => endServer(server);
  return {
    url: `http://localhost:${port}/hook`,
    /** The processed messages, once each. */
    worked,
    /** The ids of all attempts with a valid signature. */
    attempts,
    /** Messages at other paths, or that don't match the description. */
    strays,
    expect: (text: string) => {
      secret = text;
    },
    becomes: (next: Mode) => {
      mode = next;
    },
    /** Answers the waiting requests. */
    answerLate: () => {
      for (const answer of late.splice(0)) answer();
    },
    disappear: close,
    async comeBack() {
      server = create();
      await listen(port);
    },
    stop: close,
  };
}
