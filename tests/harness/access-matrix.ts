import { z } from 'zod';
import type { Access } from '#access/route.ts';
import type { Scope } from '#constants';
import { accountMatrix } from './access-matrix-account.ts';
import { adminMatrix } from './access-matrix-admin.ts';
import { billingMatrix } from './access-matrix-billing.ts';
import { type Cell, type KeyCaller, keyCallers } from './access-matrix-callers.ts';
import { figureCells } from './access-matrix-figures.ts';
import { libraryMatrix } from './access-matrix-library.ts';
import { mailingCells } from './access-matrix-mailings.ts';
import { ownMatrix } from './access-matrix-own.ts';
import { ownerCells } from './access-matrix-owner.ts';
import { reachMatrix } from './access-matrix-reach.ts';
import { teamMatrix } from './access-matrix-team.ts';
import { versionCells } from './access-matrix-versions.ts';
import type { TestSite } from './site.ts';

/** Every endpoint except the auth protocol's. A missing one fails the suite. */
export const matrix: Record<string, Cell[]> = {
  ...teamMatrix,
  ...reachMatrix,
  ...ownerCells,
  ...figureCells,
  ...mailingCells,
  ...accountMatrix,
  ...ownMatrix,
  ...libraryMatrix,
  ...versionCells,
  ...adminMatrix,
  ...billingMatrix,
};

type Contract = {
  method: string;
  path: string;
  access: Access;
  scopes: readonly Scope[];
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'access' in value;

/** Every route of every contract by `method path`, and who can call it. Paths have no prefix: `/prompts/:slug`. */
export const contracts = new Map(
  Object.values(import.meta.glob<object>('../../src/**/*.contract.ts', { eager: true }))
    .flatMap((module) => Object.values(module).filter(isContract))
    .map(({ method, path, access, scopes, responses }) => [
      `${method.toUpperCase()} ${path.replaceAll(/{(\w+)}/g, ':$1')}`,
      { access, scopes, responses },
    ]),
);

/** Who can call an endpoint of the matrix. Only the API's description has no contract. */
export function accessTo(endpoint: string): Access {
  if (endpoint === 'GET /api/v1/openapi.json') return 'anyone';
  return contractOf(endpoint).access;
}

/** The scopes that a key needs for an endpoint of the matrix. */
export const scopesOf = (endpoint: string): readonly Scope[] =>
  endpoint === 'GET /api/v1/openapi.json' ? [] : contractOf(endpoint).scopes;

function contractOf(endpoint: string) {
  const contract = contracts.get(endpoint.replace(/ \/(api|functions)\/v1/, ' '));
  if (contract === undefined) throw new Error(`${endpoint} is in no contract.`);
  return contract;
}

/**
 * An answer parsed by its contract, which drops fields that the contract doesn't name. An answer that isn't JSON is returned unchanged.
 * @throws z.ZodError if the answer doesn't match the contract
 */
export function asDescribed(endpoint: string, answer: Awaited<ReturnType<TestSite['api']>>): unknown {
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const { responses } = contractOf(endpoint);
  const schema = responses[answer.status]?.content?.[type]?.schema;
  return type.endsWith('json') && schema instanceof z.ZodType ? schema.parse(answer.body) : answer.body;
}

/** Whether a route is for people with a role. */
export const isOfTeam = (access: Access) => access === 'admin' || access === 'editor' || access === 'support';

/** The status for a key: its member's, if the scopes allow that; and whether the answer contains the secret text. */
export function expectedForKey(endpoint: string, cell: Cell, caller: KeyCaller) {
  const access = accessTo(endpoint);
  const { of, scopes } = keyCallers[caller];
  const held: readonly Scope[] = scopes;
  const own = { status: cell.expected[of], reads: cell.readers?.includes(of) ?? false };
  if (access === 'unidentified') return own;
  if (caller === 'endedKey') return { status: 401, reads: false };
  const needed = scopesOf(endpoint);
  const isOpen = needed.length > 0 ? needed.every((scope) => held.includes(scope)) : access === 'anyone';
  if (!isOpen || (isOfTeam(access) && of !== 'admin')) return { status: 403, reads: false };
  const status = cell.keys?.[caller] ?? own.status;
  return { status, reads: own.reads && (status ?? 500) < 300 };
}

/** Calls the endpoint of a cell. */
export function callCell(site: TestSite, endpoint: string, { path, body }: Cell, token: string | undefined) {
  const address = path.startsWith('/functions') ? path : `/api/v1${path}`;
  return site.api(endpoint.split(' ')[0] ?? 'GET', address, {
    ...(token ? { token } : {}),
    ...(body ? { body } : {}),
  });
}
