import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Access } from '#access/route.ts';
import { asAdmin, asEditor, asMember, asSupport } from '#access/testing.ts';
import { visitor } from '#access/viewer.ts';
import { createApi } from '../src/api.server.ts';
import { createFunctions } from '../src/functions.server.ts';
import type { Services } from '../src/services.server.ts';
import { accessTo, callCell, isOfTeam, matrix } from './harness/access-matrix.ts';
import { type Caller, members } from './harness/access-matrix-callers.ts';
import { prepareMatrix, secret } from './harness/access-matrix-site.ts';
import { quietLog } from './harness/postgres.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Each of the two layers must refuse requests by itself, without the other: routers by the route's declared access, services by their rules
// about the row.

const taken = vi.hoisted(() => ({ guards: false }));
vi.mock('#access/route.ts', async (load) => {
  const actual = await load<typeof import('#access/route.ts')>();
  const accessOf = (route: { path: string; access?: Access }): Access => {
    const access = actual.accessOf(route);
    return taken.guards && access !== 'unidentified' ? 'anyone' : access;
  };
  return { ...actual, accessOf };
});

const guarded = Object.entries(matrix).flatMap(([endpoint, cells]) => {
  const access = accessTo(endpoint);
  return access === 'anyone' || access === 'unidentified' ? [] : [{ endpoint, cells, access }];
});

describe('without the services\u2019 checks', () => {
  const callersByToken = {
    visitor,
    member: asMember({ accessLevel: 9 }),
    editor: asEditor(),
    support: asSupport(),
    admin: asAdmin(),
  };
  let calls = 0;
  /** Stands in for every service, and allows everything. */
  const permissive: object = new Proxy(() => undefined, {
    get(_target, name) {
      if (name === Symbol.toPrimitive) return () => '';
      if (name === 'map') return () => [];
      if (name === 'toWellFormed' || name === 'replaceAll') return () => '';
      if (name === 'name') return '';
      return name === 'then' || name === Symbol.asyncIterator ? undefined : permissive;
    },
    apply: () => {
      calls += 1;
      return Promise.resolve(permissive);
    },
  });
  const viewers = {
    fromKey: async () => visitor,
    count: async () => [],
    writeDown: async () => undefined,
    fromHeader: async (header?: string) =>
      callersByToken[header as keyof typeof callersByToken] ?? callersByToken.visitor,
  };
  const services = new Proxy({} as Services, {
    get: (_target, name) => (name === 'viewers' ? viewers : permissive),
  });
  const apps = {
    api: createApi(services, quietLog, () => ''),
    functions: createFunctions(services, { log: quietLog, clientAddress: () => '' }),
  };

  /** Calls an endpoint with a body that records whether it has been read. */
  async function call(endpoint: string, path: string, caller: keyof typeof callersByToken) {
    const [method = 'GET', address = ''] = endpoint.split(' ');
    const name = address.startsWith('/functions/') ? 'functions' : 'api';
    let isRead = false;
    const pull = (controller: ReadableStreamDefaultController) => {
      isRead = true;
      controller.enqueue(new TextEncoder().encode('{}'));
      controller.close();
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const init = {
      method,
      headers: { authorization: caller, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body, duplex: 'half' }),
    };
    calls = 0;
    const url = `http://localhost${path.replace(/^\/functions\/v1/, '')}`;
    const { status } = await apps[name].request(new Request(url, init));
    return { status, calls, isRead };
  }

  test.each(guarded)(
    "$endpoint refuses callers that its route doesn't admit",
    async ({ endpoint, cells, access }) => {
      const path = cells[0]?.path ?? '';
      const refused = { calls: 0, isRead: false };
      expect(await call(endpoint, path, 'visitor')).toEqual({ status: 401, ...refused });
      const others = (['member', 'editor', 'support'] as const).filter((role) => role !== access);
      if (isOfTeam(access))
        for (const other of others)
          expect(await call(endpoint, path, other)).toEqual({ status: 403, ...refused });
      const { status } = await call(endpoint, path, access);
      expect([200, 201, 204, 422]).toContain(status);
    },
  );
});

describe('without the routers\u2019 checks', () => {
  let site: TestSite;
  let tokens: Partial<Record<Caller, string>>;
  beforeAll(async () => {
    taken.guards = true;
    site = await createTestSite();
    tokens = await prepareMatrix(site);
  });
  afterAll(() => {
    // The next file of this worker gets the same module.
    taken.guards = false;
    return site.stop();
  });

  const rows = guarded.flatMap(({ endpoint, cells, access }) =>
    cells.map((cell) => ({ endpoint, cell, access, path: cell.path })),
  );
  test.each(rows)(
    "$endpoint refuses callers that its service doesn't admit, at $path",
    async ({ endpoint, cell, access }) => {
      const refused: Caller[] = [
        'visitor',
        ...(isOfTeam(access) ? members.filter((role) => role !== access) : []),
      ];
      for (const caller of refused) {
        const answer = await callCell(site, endpoint, cell, tokens[caller]);
        expect({ caller, status: answer.status }).toEqual({ caller, status: cell.expected[caller] });
        expect(answer.text).not.toContain(secret);
      }
    },
  );
});
