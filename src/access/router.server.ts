import { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { bodyLimits, type Scope } from '#constants';
import {
  emptyIsNone,
  limitBody,
  limitValues,
  refuseInvalid,
  requireUtf8,
} from '#platform/http/http.server.ts';
import { audited } from './audit.server.ts';
import { requireAccess, requireScopes } from './decide.ts';
import { type Access, accessOf, hasLongText, scopesOf } from './route.ts';
import { type Viewers, withoutReadings } from './viewers.server.ts';

const largest = (access: Access, isLong: boolean) =>
  access === 'admin' || access === 'editor'
    ? bodyLimits.editors
    : bodyLimits[isLong ? 'longTexts' : 'anyone'];

/** Only lets callers with this `access` through, and passes the viewer to the handler. @throws AppError 401, 403, 429 */
export function guard(viewers: Viewers, access: Access, scopes: readonly Scope[] = []): MiddlewareHandler {
  return async (c, next) => {
    // Not as middleware of the router, because a request also passes the middleware of all routers registered before its own.
    c.header('Cache-Control', 'no-store');
    if (access !== 'unidentified') {
      const viewer = await viewers.fromHeader(c.req.header('authorization'));
      for (const [name, value] of await viewers.count(viewer)) c.header(name, value);
      if (access !== 'anyone') requireAccess(viewer, access);
      if (viewer.kind !== 'visitor' && (scopes.length > 0 || access !== 'anyone'))
        requireScopes(viewer, scopes);
      c.set('viewer', c.req.method === 'HEAD' ? withoutReadings(viewer) : viewer);
    }
    await next();
  };
}

/**
 * A router for routes of `defineRoute`. It checks the caller, the size of the body, and the input, in this order; for invalid input it
 * answers 422 with the first problem.
 */
export function createRouter(viewers: Viewers) {
  const router = new OpenAPIHono({ defaultHook: refuseInvalid });
  const register = router.openapi;
  const registerGuarded: typeof register = (route, ...rest) => {
    const access = accessOf(route);
    const who = guard(viewers, access, scopesOf(route));
    const { mebibytes, values } = largest(access, hasLongText(route));
    // Files of an import, and what other services and link scanners send, are read by rules of their own.
    const { content: types = {}, required: isRequired = false } = route.request?.body ?? {};
    const isJson = 'application/json' in types;
    const content = access === 'unidentified' ? [] : [requireUtf8, ...(isJson ? [limitValues(values)] : [])];
    if (isJson && !isRequired) content.push(emptyIsNone);
    // Checking for a body would construct a Request; bodies of GET are never read.
    const body = [limitBody(mebibytes), ...content];
    const middleware = route.method === 'get' ? [who] : [who, ...body, audited(viewers, route)];
    return register({ ...route, middleware }, ...rest);
  };
  router.openapi = registerGuarded;
  return router;
}
