import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { endServer } from '../harness/end-server.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** For `NODE_EXTRA_CA_CERTS` of other processes. */
export const certificateFile = pathOf('localhost.cert.pem');
const cert = readFileSync(certificateFile, 'utf8');

/** Makes this process trust the stand-in's certificate. @returns a function that undoes it */
export function trustProgramHost() {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  return () => setDefaultCACertificates(before);
}

type Answer = { status?: number; body: string; headers?: Record<string, string> };

/** An HTTPS host with documents about programs. `asked` records the requests. */
export async function startProgramHost() {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = createServer(
    { key: readFileSync(pathOf('localhost.key.pem')), cert },
    (request, response) => {
      const path = request.url ?? '';
      asked.push(path);
      const { status = 200, body, headers } = answers.get(path) ?? { status: 404, body: '{}' };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    },
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    /** Publishes a program's document. @returns its URL, which is the program's id */
    publish(name: string, change: Record<string, unknown> = {}, answer: Partial<Answer> = {}) {
      const address = `https://localhost:${port}/${name}`;
      const document = {
        client_id: address,
        client_name: 'Notebook',
        redirect_uris: ['http://127.0.0.1:5555/back'],
        token_endpoint_auth_method: 'none',
        scope: 'library:read',
        ...change,
      };
      answers.set(`/${name}`, { body: JSON.stringify(document), ...answer });
      return address;
    },
    stop: () => endServer(server),
  };
}
