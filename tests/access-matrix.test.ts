import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keysOf } from '#platform/keys-of.ts';
import {
  accessTo,
  asDescribed,
  callCell,
  contracts,
  expectedForKey,
  isOfTeam,
  matrix,
  scopesOf,
} from './harness/access-matrix.ts';
import {
  type Caller,
  callers,
  type KeyCaller,
  keyCallers,
  members,
} from './harness/access-matrix-callers.ts';
import { prepareMatrix, secret } from './harness/access-matrix-site.ts';
import { buildKey } from './harness/build-key.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
let tokens: Partial<Record<Caller | KeyCaller, string>>;

beforeAll(async () => {
  site = await createTestSite();
  tokens = await prepareMatrix(site);
});
afterAll(() => site.stop());

/** Keys that have, for each endpoint, exactly the scopes that its contract names. */
const exact = ['memberKey', 'adminKey'] as const;
const exactKeys = new Map<string, Promise<string>>();
function exactKey(caller: (typeof exact)[number], endpoint: string): Promise<string> {
  const scopes = scopesOf(endpoint);
  const name = [caller, ...scopes].join(' ');
  const make = async () => {
    const { sub } = decodeJwt(tokens[keyCallers[caller].of] ?? '');
    return buildKey(site, { id: sub ?? '' }, scopes);
  };
  const key = exactKeys.get(name) ?? make();
  exactKeys.set(name, key);
  return key;
}

test('every route that is served has a contract, and a row in the matrix', () => {
  // The client is a file, the same for everybody.
  const served = site.endpoints.filter((endpoint) =>
    /^(?!ALL )\S+ \/(api|functions)\/v1(?!\/client\.ts)/.test(endpoint),
  );
  expect([...new Set(served)].sort()).toEqual(Object.keys(matrix).sort());
  const withContract = new Set(served.map((endpoint) => endpoint.replace(/ \/(api|functions)\/v1/, ' ')));
  withContract.delete('GET /openapi.json');
  expect([...withContract].sort()).toEqual([...contracts.keys()].sort());
});

test('no row admits a caller that its contract refuses', () => {
  for (const [endpoint, cells] of Object.entries(matrix)) {
    const access = accessTo(endpoint);
    for (const { path, expected } of cells) {
      const statuses = (names: readonly Caller[]) => names.map((name) => expected[name]);
      const place = `${endpoint}: ${path}`;
      expect(Object.keys(expected).sort(), place).toEqual([...callers].sort());
      if (access !== 'unidentified') expect(statuses(['expired', 'forged']), place).toEqual([401, 401]);
      if (access !== 'anyone' && access !== 'unidentified') expect(expected.visitor, place).toBe(401);
      if (isOfTeam(access))
        for (const name of members.filter((role) => role !== access))
          expect({ name, status: expected[name] }, place).toEqual({ name, status: 403 });
    }
  }
});

describe.each(Object.entries(matrix))('%s', (endpoint, cells) => {
  const rows = cells.flatMap((cell) => callers.map((caller) => ({ ...cell, caller })));
  test.each(rows)('$path for $caller', async ({ caller, expected, readers, ...cell }) => {
    const answer = await callCell(site, endpoint, { ...cell, expected }, tokens[caller]);
    expect(answer.status, answer.text).toBe(expected[caller]);
    expect(answer.text.includes(secret)).toBe(readers?.includes(caller) ?? false);
    if (answer.status >= 400) {
      expect(answer.body).toEqual({ error: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) });
    } else if (endpoint !== 'GET /api/v1/openapi.json') {
      expect(answer.body).toEqual(asDescribed(endpoint, answer));
    }
  });
  const keyRows = cells.flatMap((cell) =>
    keysOf(keyCallers).map((caller) => ({ cell, path: cell.path, caller })),
  );
  test.each(keyRows)('$path for $caller', async ({ caller, cell }) => {
    const answer = await callCell(site, endpoint, cell, tokens[caller]);
    const { status, reads } = expectedForKey(endpoint, cell, caller);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text.includes(secret)).toBe(reads);
  });
  const exactRows =
    scopesOf(endpoint).length === 0
      ? []
      : cells.flatMap((cell) => exact.map((caller) => ({ cell, path: cell.path, caller })));
  test.each(exactRows)('$path for $caller with no further scope', async ({ caller, cell }) => {
    const answer = await callCell(site, endpoint, cell, await exactKey(caller, endpoint));
    const { status, reads } = expectedForKey(endpoint, cell, caller);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text.includes(secret)).toBe(reads);
  });
});
