import { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { Scope } from '#constants';
import { limitBody, limitValues, refuseInvalid } from '#platform/http/http.server.ts';
import { audited } from './audit.server.ts';
import { requireAccess, requireScope } from './decide.ts';
import { type Access, accessOf, scopeOf } from './route.ts';
import type { Viewers } from './viewers.server.ts';

/** Mebibytes of a body: admins and editors send whole prompts, playbooks and pictures. */
const largest = (access: Access) => (access === 'admin' || access === 'editor' ? 16 : 1);

/** Lets through whom `access` names, and tells the handler who that is. @throws AppError 401, 403, 429 */
export function guard(viewers: Viewers, access: Access, scope?: Scope): MiddlewareHandler {
  return async (c, next) => {
    // Not as a middleware of the router: a request passes those of all routers that come before its own.
    c.header('Cache-Control', 'no-store');
    if (access !== 'unidentified') {
      const viewer = await viewers.fromHeader(c.req.header('authorization'));
      for (const [name, value] of await viewers.count(viewer)) c.header(name, value);
      if (access !== 'anyone') requireAccess(viewer, access);
      if (viewer.kind !== 'visitor' && (scope || access !== 'anyone')) requireScope(viewer, scope);
      c.set('viewer', viewer);
    }
    await next();
  };
}

/**
 * A router for routes of `defineRoute`. It checks who calls, then the size of the body, then the input; bad input answers 422 with
 * the first thing that does not fit.
 */
export function createRouter(viewers: Viewers) {
  const router = new OpenAPIHono({ defaultHook: refuseInvalid });
  const register = router.openapi;
  const registerGuarded: typeof register = (route, ...rest) => {
    const access = accessOf(route);
    const who = guard(viewers, access, scopeOf(route));
    // Checking for a body would construct a Request; GET bodies are never read.
    const isOfMembers = access === 'member' || access === 'anyone';
    const size = [limitBody(largest(access)), ...(isOfMembers ? [limitValues] : [])];
    const middleware = route.method === 'get' ? [who] : [who, ...size, audited(viewers, route)];
    return register({ ...route, middleware }, ...rest);
  };
  router.openapi = registerGuarded;
  return router;
}
