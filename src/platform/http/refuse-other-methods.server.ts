import type { Hono, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import { AppError } from '../errors.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Answers a method that a path under `base` doesn't have with 405 and those that it has. An unknown path goes on to the next route.
 * @param areKnown whether a path can have these parameters
 */
export const refuseOtherMethods =
  (
    app: Pick<Hono, 'router'>,
    base: string,
    areKnown: (parameters: Record<string, unknown>) => boolean,
  ): MiddlewareHandler =>
  async (c, next) => {
    // Middleware and what answers unknown paths are for all methods, and pages for all paths.
    const isEndpoint = ({ method, path }: RouterRoute) => method !== 'ALL' && path.startsWith(`${base}/`);
    if (matchedRoutes(c).some(isEndpoint)) return next();
    const allowed = methods.filter((method) =>
      app.router
        .match(method, c.req.path)[0]
        .some(([[, route], parameters]) => isEndpoint(route) && areKnown(parameters)),
    );
    if (allowed.length === 0) return next();
    const all = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ');
    c.header('Allow', all);
    throw new AppError('method_not_allowed', `This endpoint does not take ${c.req.method}, only ${all}.`);
  };
