import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import { scopes } from '#constants';
import { createShareRoutes, logoSize } from '#pages/share/share-routes.server.ts';
import { createAuthApi } from '#people/auth/auth-api.server.ts';
import { answerError as answerAuthError, toAuthError } from '#people/auth/auth-http.server.ts';
import type { ListCache } from '#platform/cache/list-cache.server.ts';
import { AppError } from '#platform/errors.ts';
import { clientAddress } from '#platform/http/client-address.server.ts';
import { compressJson } from '#platform/http/compress-json.server.ts';
import { openToAllOrigins } from '#platform/http/cross-origin.server.ts';
import { errorAnswer } from '#platform/http/http.server.ts';
import { RememberingRouter } from '#platform/http/remembering-router.server.ts';
import { refuseOtherOrigins } from '#platform/http/same-origin.server.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import { languageHeader } from '#platform/language/locale.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { canReadMetrics } from '#platform/observability/metrics-access.server.ts';
import { currentRequest } from '#platform/observability/request-context.server.ts';
import { canonicalAddress } from '#platform/pages/canonical-address.ts';
import {
  createOAuthEndpoints,
  discoveryPaths,
  openOAuthPaths,
  protectedResource,
} from '#reach/connect/oauth-endpoints.server.ts';
import { createEmbedRoutes } from '#reach/embeds/embed-routes.server.ts';
import { createMcpEndpoint } from '#reach/mcp/mcp-endpoint.server.ts';
import { createLanguageRoutes } from '#site/language/language-routes.server.ts';
import { createIconRoutes } from '#site/media/icon-routes.server.ts';
import { mediaPath } from '#site/media/public/media-address.ts';
import { createApi } from './api.server.ts';
import { createFunctions } from './functions.server.ts';
import type { Services } from './services.server.ts';

type Parts = {
  services: Services;
  lists: ListCache;
  log: Log;
  publicUrl: string;
  trustProxy: boolean;
  /** Whether the database is available. */
  ready(): Promise<boolean>;
  /** Renders the pages; handles every request that nothing else does. */
  pages(request: Request): Promise<Response>;
  /** The folder with the uploaded images. */
  media: string;
  /** The figures for Prometheus, in its text format. */
  metrics(): Promise<string>;
  metricsToken: string | undefined;
  /** Called with the status of every response to the payment provider. */
  webhookAnswered(status: number): void;
  /** The folder with what was built for browsers; in development there is none, and Vite serves them. */
  assets?: string;
};

/** Paths open to cross-origin requests. */
const openPaths = new Set<string>(['/mcp', ...openOAuthPaths]);

/** Every route of the site, in matching order. */
export function createApp({
  services,
  lists,
  log,
  publicUrl,
  trustProxy,
  ready,
  pages,
  media,
  assets,
  ...parts
}: Parts) {
  const app = new Hono({ router: new RememberingRouter() });
  const deps = { log, rateLimits: services.rateLimits, clientAddress: clientAddress(trustProxy) };
  const answerAsApi = errorAnswer(log);
  const isAuth = (path: string) => path === '/auth/v1' || path.startsWith('/auth/v1/');
  // What is refused before it reaches the auth protocol is refused in its shape.
  app.onError((error, c) =>
    isAuth(c.req.path) ? answerAuthError(toAuthError(error, log), c) : answerAsApi(error, c),
  );
  // Set before the handler runs, because changing a finished response would copy it. Cached pages have their own.
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    await next();
    const request = currentRequest();
    if (request) request.route ??= routePath(c);
  });

  app.use(refuseOtherOrigins(publicUrl, trustProxy, (path) => openPaths.has(path)));
  for (const path of openPaths) app.use(path, openToAllOrigins);

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) =>
    (await ready()) ? c.json({ status: 'ok' }) : c.json({ status: 'database unavailable' }, 503),
  );
  app.get('/metrics', async (c) => {
    const { incoming } = c.env as { incoming?: IncomingMessage };
    if (!incoming || !canReadMetrics(incoming, parts.metricsToken)) {
      if (parts.metricsToken === undefined)
        throw new AppError('not_found', 'There is nothing at this address.');
      c.header('WWW-Authenticate', 'Bearer');
      throw new AppError('not_signed_in', 'Send METRICS_TOKEN as a bearer token.');
    }
    return c.text(await parts.metrics(), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  });
  app.use('/functions/v1/stripe-webhook', async (c, next) => {
    await next();
    parts.webhookAnswered(c.res.status);
  });
  app.route('/auth/v1', createAuthApi(services.auth, deps));
  // Pages say in which language they want to be told what went wrong. Other programs get the first one.
  for (const path of ['/api/v1/*', '/functions/v1/*'])
    app.use(path, (c, next) => inLanguage(c.req.header(languageHeader), next));
  app.use('/api/v1/*', compressJson);
  for (const path of ['/api/v1/prompts', '/api/v1/playbooks']) app.use(path, lists.middleware);
  // Generated from the API's description (`npm run generate`).
  app.use('/api/v1/client.ts', async (c, next) => {
    await next();
    if (c.res.status === 200) c.res.headers.set('Content-Type', 'text/plain; charset=utf-8');
  });
  app.use('/api/v1/client.ts', serveStatic({ path: `${assets ?? 'public'}/api-client.ts` }));
  app.route('/api/v1', createApi(services, log, deps.clientAddress));
  app.route('/functions/v1', createFunctions(services, deps));
  app.all('/functions/v1/*', () => {
    throw new AppError('not_found', 'There is no such function. See /api/docs.');
  });
  const mcp = createMcpEndpoint({ viewers: services.viewers, services, publicUrl, log });
  app.all('/mcp', async (c) => {
    const answer = await mcp(c.req.raw);
    // A new Response, so that the common headers are set on it.
    return c.newResponse(answer.body, answer);
  });
  const oauth = createOAuthEndpoints({
    provider: services.oauthProvider,
    publicUrl,
    rateLimits: services.rateLimits,
  });
  type OnSocket = { incoming?: IncomingMessage; outgoing: ServerResponse };
  for (const path of ['/oauth/*', ...discoveryPaths])
    app.all(path, (c) => {
      const { incoming, outgoing } = c.env as OnSocket;
      return oauth(incoming, outgoing, deps.clientAddress(c));
    });
  for (const path of ['/mcp', '/api/v1'] as const) {
    const describe = async (c: Context) => {
      const { site_name } = await services.settings.public();
      c.header('Access-Control-Allow-Origin', '*');
      return c.json(protectedResource(publicUrl, path, scopes, site_name));
    };
    app.get(`/.well-known/oauth-protected-resource${path}`, describe);
    if (path === '/mcp') app.get('/.well-known/oauth-protected-resource', describe);
  }
  app.route('/language', createLanguageRoutes(publicUrl));

  app.route(
    '/og',
    createShareRoutes({
      pictures: services.sharePictures,
      async brand() {
        const { site_name, site_tagline, site_accent, site_logo, site_logo_type } =
          await services.settings.public();
        const logo = site_logo_type === 'image' ? await services.siteIcon(site_logo, logoSize) : undefined;
        return { siteName: site_name, tagline: site_tagline, accent: site_accent, logo };
      },
      publicUrl,
      findPrompt: services.prompts.findPublic,
      findPlaybook: services.playbooks.findPublic,
    }),
  );

  app.route(
    '/',
    createEmbedRoutes({
      siteName: async () => (await services.settings.public()).site_name,
      publicUrl,
      find: { prompts: services.prompts.findPublic, playbooks: services.playbooks.findPublic },
    }),
  );

  // A stored image never changes, and its policy keeps it from ever acting as a page.
  app.use(`${mediaPath}/*`, async (c, next) => {
    await next();
    if (c.res.status === 200) {
      c.res.headers.set('Cache-Control', 'public, max-age=31536000, immutable');
      c.res.headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
      c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    }
  });
  app.get(`${mediaPath}/:folder{prompts|playbooks|site}/:file{[\\w-][\\w.-]*\\.webp}`, async (c, next) => {
    // Buffered, so that deleting the file mid-response does not truncate it.
    const { folder, file } = c.req.param();
    const bytes = await readFile(join(media, folder, file)).catch(() => undefined);
    if (bytes) return c.body(bytes, 200, { 'Content-Type': 'image/webp' });
    const { base } = services.media;
    return base === mediaPath ? next() : c.redirect(`${base}/${folder}/${file}`);
  });
  app.all(`${mediaPath}/*`, () => {
    throw new AppError('not_found', 'Image not found');
  });

  app.route(
    '/',
    createIconRoutes({
      icon: async (size, background) =>
        services.siteIcon((await services.settings.public()).site_favicon, size, background),
      async logo(size) {
        const { site_logo: address, site_logo_type } = await services.settings.public();
        if (site_logo_type !== 'image' || !address) return undefined;
        return { address, png: await services.siteIcon(address, size) };
      },
    }),
  );
  if (assets) app.use('/*', serveStatic({ root: assets, precompressed: true, index: 'none' }));
  app.on(['GET', 'HEAD'], '/*', (c): Response | Promise<Response> => {
    const address = canonicalAddress(c.req.url);
    return address === undefined ? pages(c.req.raw) : c.redirect(address, 301);
  });
  app.all('/*', (c) =>
    c.json({ error: 'Nothing at this address accepts this method.', code: 'not_found' }, 404),
  );
  return app;
}
