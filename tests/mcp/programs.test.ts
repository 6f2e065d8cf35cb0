// Needs the built site.
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { OAuthClientProvider as LastProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as LastClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LastTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMember, buildPrompt } from '../harness/build.ts';
import { answerConsent, openConsent } from '../harness/consent.ts';
import { certificateFile, startProgramHost, trustProgramHost } from './program-host.ts';
import { startTwoProcesses } from './two-processes.ts';

// The official client libraries, from the first refusal to a filled prompt. Two processes answer in turn.

const redirect = 'http://127.0.0.1:5555/back';
let all: Awaited<ReturnType<typeof startTwoProcesses>>;
let host: Awaited<ReturnType<typeof startProgramHost>>;
let distrust: () => void;
beforeAll(async () => {
  distrust = trustProgramHost();
  host = await startProgramHost();
  all = await startTwoProcesses({ PRIVATE_PROGRAM_HOSTS: 'localhost', NODE_EXTRA_CA_CERTS: certificateFile });
});
afterAll(async () => {
  distrust();
  await all.stop();
  await host.stop();
});

/** A program's state between steps. `asked` is the URL to which it sends the member's browser. */
function remember(document?: string) {
  const kept = new Map<string, unknown>();
  const self = {
    asked: undefined as URL | undefined,
    kept,
    provider: {
      redirectUrl: redirect,
      ...(document === undefined ? {} : { clientMetadataUrl: document }),
      clientMetadata: { client_name: 'Notebook', redirect_uris: [redirect] },
      state: () => 'the-state',
      clientInformation: () => kept.get('client') as never,
      saveClientInformation: (client: unknown) => void kept.set('client', client),
      tokens: () => kept.get('tokens') as never,
      saveTokens: (tokens: unknown) => void kept.set('tokens', tokens),
      redirectToAuthorization(address: URL) {
        self.asked = address;
      },
      saveCodeVerifier: (verifier: string) => void kept.set('verifier', verifier),
      codeVerifier: () => kept.get('verifier') as string,
    } satisfies OAuthClientProvider & LastProvider,
  };
  return self;
}
type Program = ReturnType<typeof remember>;

const address = () => new URL('/mcp', all.site.url);
const current = ({ provider }: Program) => {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(address(), { authProvider: provider });
  return {
    client,
    open: () => client.connect(transport),
    finish: (back: URL) => transport.finishAuth(back.searchParams),
  };
};
const last = ({ provider }: Program) => {
  const client = new LastClient({ name: 'test', version: '1.0.0' });
  const transport = new LastTransport(address(), { authProvider: provider });
  return {
    client,
    open: () => client.connect(transport),
    finish: (back: URL) => transport.finishAuth(back.searchParams.get('code') ?? ''),
  };
};

describe.each([
  { name: 'the current client, registered', make: current, hasDocument: false },
  { name: 'the current client, by its document', make: current, hasDocument: true },
  { name: 'the last client before it, registered', make: last, hasDocument: false },
  { name: 'the last client before it, by its document', make: last, hasDocument: true },
])('$name', ({ make, hasDocument }) => {
  test('gets from a refusal to a filled prompt, and goes on when its token is over', async () => {
    const { site, balancer } = all;
    const member = await buildMember(site, { level: 1 });
    const prompt = await buildPrompt(site, { tier_access: 1, prompt_body: 'Write about {{topic}}' });
    const document = hasDocument ? host.publish(`${crypto.randomUUID()}.json`) : undefined;
    const program = remember(document);
    const before = new Map(balancer.counts);

    const first = make(program);
    await expect(first.open()).rejects.toThrow();
    const asked = await openConsent(program.asked ?? '');
    const { shown, back } = await answerConsent(site, member.token, asked);
    expect(shown.body).toMatchObject({
      name: 'Notebook',
      host: document ? new URL(document).host : '127.0.0.1:5555',
      resource: 'mcp',
    });
    await first.finish(back as URL);

    const get = async () => {
      const { client, open } = make(program);
      await open();
      const filled = await client.getPrompt({ name: prompt.slug, arguments: { topic: 'tea' } });
      await client.close();
      return filled.messages[0]?.content;
    };
    expect(await get()).toMatchObject({ text: 'Write about tea' });
    const client = program.kept.get('client') as { client_id: string };
    if (document) expect(client.client_id).toBe(document);

    const tokens = program.kept.get('tokens') as { access_token: string; refresh_token: string };
    program.kept.set('tokens', { ...tokens, access_token: 'over' });
    expect(await get()).toMatchObject({ text: 'Write about tea' });
    expect(program.kept.get('tokens')).not.toMatchObject({ refresh_token: tokens.refresh_token });
    // Both processes have answered requests.
    for (const target of balancer.targets)
      expect((balancer.counts.get(target) ?? 0) - (before.get(target) ?? 0)).toBeGreaterThan(4);
  });
});

describe('a document of a program', () => {
  const ask = (client_id: string, change: Record<string, string> = {}) => {
    const target = new URL('/oauth/authorize', all.site.url);
    const parameters = {
      client_id,
      response_type: 'code',
      redirect_uri: redirect,
      scope: 'library:read',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      ...change,
    };
    for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
    return openConsent(target);
  };

  test('is fetched once by each process, and kept', async () => {
    const id = host.publish('kept.json');
    for (let turn = 0; turn < 6; turn += 1) expect((await ask(id)).location).toContain('/connect?request=');
    expect(host.asked.filter((path) => path === '/kept.json')).toHaveLength(2);
  });

  test.each([
    ['is of another program', { client_id: 'https://localhost/other.json' }, {}],
    ['has a secret', { client_secret: 'secret' }, {}],
    ['asks to be trusted by a secret', { token_endpoint_auth_method: 'client_secret_post' }, {}],
    ['has no address to come back to', { redirect_uris: [] }, {}],
    ['comes back somewhere else', { redirect_uris: ['https://elsewhere.example/back'] }, {}],
    ['is too long', { client_name: 'x'.repeat(6_000) }, {}],
    ['is no JSON', {}, { body: '<html></html>' }],
    ['is gone', {}, { status: 404 }],
    ['is somewhere else', {}, { status: 302, headers: { location: '/kept.json' } }],
  ])('is refused where it %s', async (_, change, answer) => {
    const asked = await ask(host.publish(`${crypto.randomUUID()}.json`, change, answer));
    expect([asked.status, asked.location]).toEqual([400, '']);
  });

  test('is not fetched from hosts that nobody has named, however they are written', async () => {
    const before = host.asked.length;
    const port = new URL(host.publish('kept.json')).port;
    for (const name of ['127.0.0.1', '[::1]', '0x7f000001', '[::ffff:127.0.0.1]', 'localhost.'])
      expect([name, (await ask(`https://${name}:${port}/kept.json`)).status]).toEqual([name, 400]);
    expect((await ask(`http://localhost:${port}/kept.json`)).status).toBe(400);
    expect(host.asked).toHaveLength(before);
  });
});
