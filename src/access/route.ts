import type { RouteConfig } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { Scope } from '#constants';
import { errors } from '#platform/contract/contract.ts';
import type { Admin, Editor, SignedInViewer, Support, Viewer } from './viewer.ts';

/** Who can call a route, and the type of viewer that its handler gets. */
type Callers = {
  /** Visitors and members. A token, if sent, must be valid. */
  anyone: { viewer: Viewer };
  member: { viewer: SignedInViewer };
  /** Editors and admins. */
  editor: { viewer: Editor | Admin };
  /** Support and admins. */
  support: { viewer: Support | Admin };
  admin: { viewer: Admin };
  /** Public; any token is ignored. */
  unidentified: Record<never, never>;
};
export type Access = keyof Callers;

/** The type of `c.var` in a handler. */
type Guard<Name extends Access> = MiddlewareHandler<{ Variables: Callers[Name] }>;

/**
 * Values that the audit log keeps, besides the names of the fields sent: the body's fields with these names, or the result of this function
 * of body and query. Only short values are kept.
 */
type Audited =
  | readonly string[]
  | ((body: Record<string, unknown>, query: Record<string, unknown>) => Record<string, unknown>);

/** Placeholder that `createRouter` replaces with the real guard; on any other router, every call fails. */
const unguarded: MiddlewareHandler = () => {
  throw new Error('This route is on a router that does not guard it.');
};

/** `get /prompts/{slug}/versions` is `getPromptsBySlugVersions`. */
const operationOf = ({ method, path }: { method: string; path: string }) =>
  method +
  path
    .replaceAll('{', 'by-')
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * A route of the API: `access` says who can call it, and `scope` which scopes a key needs, all of them; without a scope, it is closed to
 * keys, unless it is open to anyone. With `takesBasic`, a key can also be the password of Basic authentication. `createRouter` enforces
 * this before the body is read, and gives the handler a matching `viewer`. `isReadOnly` marks a POST that changes nothing, and `hasLongText` a
 * body with a text that can be as long as a prompt.
 */
export function defineRoute<
  Path extends string,
  Name extends Access,
  Config extends Omit<RouteConfig, 'path'> & { path: Path },
>(
  config: Config & {
    access: Name;
    scope?: Scope | readonly Scope[];
    audited?: Audited;
    isReadOnly?: true;
    hasLongText?: true;
    takesBasic?: true;
    middleware?: never;
    security?: never;
  },
) {
  const {
    access,
    scope = [],
    audited = [],
    isReadOnly: readsOnly = false,
    hasLongText: takesLongText = false,
    takesBasic = false,
    ...rest
  } = config;
  const needsToken = access !== 'anyone' && access !== 'unidentified';
  const scopes = typeof scope === 'string' ? [scope] : scope;
  const isForKeys = access !== 'unidentified' && (scopes.length > 0 || !needsToken);
  // `{}` allows requests without authentication too.
  const security =
    access === 'unidentified'
      ? []
      : [
          ...(needsToken ? [] : [{}]),
          { accessToken: [] },
          ...(isForKeys ? [{ apiKey: [] }, { oauth: [...scopes] }] : []),
          ...(takesBasic ? [{ keyAsPassword: [] }] : []),
        ];
  // Requests with a key count even where the key isn't allowed.
  const responses = access === 'unidentified' ? rest.responses : { ...errors(429), ...rest.responses };
  const names = scopes.map((name) => `\`${name}\``).join(' and ');
  const description =
    scopes.length > 0
      ? { description: `A key needs the ${scopes.length === 1 ? 'scope' : 'scopes'} ${names}.` }
      : {};
  const operationId = operationOf(config);
  const route = { operationId, ...description, ...rest, responses, security, middleware: unguarded };
  // Not enumerable, so that it isn't part of the OpenAPI document.
  Object.defineProperties(route, {
    access: { value: access },
    scopes: { value: scopes },
    audited: { value: audited },
    isReadOnly: { value: readsOnly },
    hasLongText: { value: takesLongText },
  });
  return route as unknown as Omit<
    Config,
    'access' | 'scope' | 'audited' | 'isReadOnly' | 'hasLongText' | 'takesBasic'
  > & {
    readonly access: Name;
    readonly scopes: readonly Scope[];
    middleware: Guard<Name>;
    path: Path;
  };
}

/** The scopes that a key needs for a route of `defineRoute`. */
export const scopesOf = ({ scopes = [] }: { path: string; scopes?: readonly Scope[] }): readonly Scope[] =>
  scopes;

/** The values of a route of `defineRoute` for the audit log. */
export function auditedValues({
  audited = [],
}: {
  path: string;
  audited?: Audited;
}): Exclude<Audited, readonly string[]> {
  if (typeof audited === 'function') return audited;
  return (body) => Object.fromEntries(audited.map((name) => [name, body[name]]));
}
export const isReadOnly = (route: { path: string; isReadOnly?: boolean }): boolean =>
  route.isReadOnly ?? false;

export const hasLongText = (route: { path: string; hasLongText?: boolean }): boolean =>
  route.hasLongText ?? false;

/** The access of a route. @throws Error if it wasn't created by `defineRoute` */
export function accessOf(route: { path: string; access?: Access }): Access {
  if (route.access === undefined)
    throw new Error(`${route.path} does not say who can call it. Use defineRoute.`);
  return route.access;
}
