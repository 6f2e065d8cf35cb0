import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createAuthApi } from '#people/auth/auth-api.server.ts';
import { clientAddress } from '#platform/client-address.server.ts';
import { AppError } from '#platform/errors.ts';
import { errorAnswer } from '#platform/http.server.ts';
import type { Log } from '#platform/log.server.ts';
import { securityHeaders } from '#platform/security-headers.ts';
import { mediaPath } from '#site/media/public/media-address.ts';
import { createApi } from './api.server.ts';
import { createFunctions } from './functions.server.ts';
import type { Services } from './services.server.ts';

type Parts = {
  services: Services;
  log: Log;
  trustProxy: boolean;
  /** Whether the database answers. */
  ready(): Promise<boolean>;
  /** Answers what no other part does: the pages. */
  pages(request: Request): Promise<Response>;
  /** The folder with the uploaded pictures. */
  media: string;
  /** The folder with the built assets; without it (development) Vite serves them. */
  assets?: string;
};

/** The whole outside surface, in the order in which it is asked. */
export function createApp({ services, log, trustProxy, ready, pages, media, assets }: Parts) {
  const app = new Hono();
  const deps = { log, rateLimits: services.rateLimits, clientAddress: clientAddress(trustProxy) };
  app.onError(errorAnswer(log));
  // Set beforehand: an answer that is changed afterwards has to be made twice. Pages bring theirs along.
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    await next();
  });

  // Tokens travel in headers, so another site's page can do little; it need not be able to do anything.
  app.use(async (c, next) => {
    if (
      c.req.header('sec-fetch-site') === 'cross-site' &&
      !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    ) {
      throw new AppError('forbidden', 'This can only be done from the site itself.');
    }
    await next();
  });

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) =>
    (await ready()) ? c.json({ status: 'ok' }) : c.json({ status: 'database away' }, 503),
  );
  app.route('/auth/v1', createAuthApi(services.auth, deps));
  app.route('/api/v1', createApi(services, log));
  app.route('/functions/v1', createFunctions(services, deps));

  // Stored pictures never change under their address, and are nothing but pictures.
  app.use(`${mediaPath}/*`, async (c, next) => {
    await next();
    if (c.res.status === 200) {
      c.res.headers.set('Cache-Control', 'public, max-age=31536000, immutable');
      c.res.headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
      c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    }
  });
  app.get(
    `${mediaPath}/:folder{prompts|playbooks}/:file{[\\w-][\\w.-]*\\.webp}`,
    serveStatic({ root: media, rewriteRequestPath: (path) => path.slice(mediaPath.length) }),
  );
  app.all(`${mediaPath}/*`, () => {
    throw new AppError('not_found', 'There is no such image.');
  });

  if (assets) {
    app.use('/assets/*', async (c, next) => {
      await next();
      if (c.res.status === 200) c.res.headers.set('Cache-Control', 'public, max-age=31536000, immutable');
    });
    app.use('/*', serveStatic({ root: assets, precompressed: true, index: 'none' }));
  }
  app.on(['GET', 'HEAD'], '/*', (c) => pages(c.req.raw));
  app.all('/*', (c) => c.json({ error: 'This address only answers GET.', code: 'not_found' }, 404));
  return app;
}
