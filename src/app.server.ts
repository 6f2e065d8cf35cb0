import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { itemParams } from '#library/catalog/public/catalog.contract.ts';
import { createShareRoutes, logoHeight } from '#pages/share/share-routes.server.ts';
import { createAuthApi } from '#people/auth/auth-api.server.ts';
import { answerError as answerAuthError, toAuthError } from '#people/auth/auth-http.server.ts';
import { answerUnchanged, type ListCache } from '#platform/cache/list-cache.server.ts';
import { AppError } from '#platform/errors.ts';
import { clientAddress } from '#platform/http/client-address.server.ts';
import { compressJson } from '#platform/http/compress-json.server.ts';
import { openToAllOrigins } from '#platform/http/cross-origin.server.ts';
import { errorAnswer, refuseEncodedBodies } from '#platform/http/http.server.ts';
import { refuseOtherMethods } from '#platform/http/refuse-other-methods.server.ts';
import { RememberingRouter } from '#platform/http/remembering-router.server.ts';
import { refuseOtherOrigins } from '#platform/http/same-origin.server.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import { languageHeader } from '#platform/language/locale.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { currentRequest } from '#platform/observability/request-context.server.ts';
import { canonicalAddress } from '#platform/pages/canonical-address.ts';
import { createClientFile } from '#reach/api-docs/revalidated-files.server.ts';
import { openOAuthPaths } from '#reach/connect/oauth-endpoints.server.ts';
import { createOAuthRoutes } from '#reach/connect/oauth-routes.server.ts';
import { createEmbedRoutes } from '#reach/embeds/embed-routes.server.ts';
import { createMcpEndpoint } from '#reach/mcp/mcp-endpoint.server.ts';
import { createLanguageRoutes } from '#site/language/language-routes.server.ts';
import { createIconRoutes } from '#site/media/icon-routes.server.ts';
import { createMediaRoutes } from '#site/media/media-routes.server.ts';
import { mediaPath } from '#site/media/public/media-address.ts';
import { widestLogo } from '#ui/logo-size.ts';
import { createApi } from './api.server.ts';
import { createFunctions } from './functions.server.ts';
import { createProbeRoutes } from './probe-routes.server.ts';
import type { Services } from './services.server.ts';

type Parts = Parameters<typeof createProbeRoutes>[0] & {
  services: Services;
  lists: ListCache;
  log: Log;
  publicUrl: string;
  trustProxy: boolean;
  /** Renders pages; handles every request without another route. */
  pages(request: Request): Promise<Response>;
  /** The folder with uploaded images. */
  media: string;
  /** Called with the status of every response to the payment provider. */
  webhookAnswered(status: number): void;
  /** The folder with the built files for browsers; undefined in development, where Vite serves them. */
  assets?: string;
};

/** Paths open to cross-origin requests. */
const openPaths = new Set<string>(['/mcp', ...openOAuthPaths]);

/** Whether a path with a collection in it names one. */
const hasCollection = ({ collection }: Record<string, unknown>) =>
  itemParams.shape.collection.optional().safeParse(collection).success;

/** Every route of the site, in matching order. */
export function createApp({
  services,
  lists,
  log,
  publicUrl,
  trustProxy,
  pages,
  media,
  assets,
  ...parts
}: Parts) {
  const app = new Hono({ router: new RememberingRouter() });
  const deps = { log, rateLimits: services.rateLimits, clientAddress: clientAddress(trustProxy) };
  const siteName = async () => (await services.settings.public()).site_name;
  const answerAsApi = errorAnswer(log);
  const isAuth = (path: string) => path === '/auth/v1' || path.startsWith('/auth/v1/');
  // Errors before a request reaches the auth protocol have the protocol's format too.
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
  app.use(refuseEncodedBodies);

  app.route('/', createProbeRoutes(parts));
  app.use('/functions/v1/stripe-webhook', async (c, next) => {
    await next();
    parts.webhookAnswered(c.res.status);
  });
  for (const base of ['/api/v1', '/functions/v1', '/auth/v1'])
    app.use(`${base}/*`, refuseOtherMethods(app, base, hasCollection));
  app.route('/auth/v1', createAuthApi(services.auth, deps));
  // Pages send the language for error messages. Other programs get the first language.
  for (const path of ['/api/v1/*', '/functions/v1/*'])
    app.use(path, (c, next) => inLanguage(c.req.header(languageHeader), next));
  app.use('/api/v1/*', compressJson);
  for (const path of ['/api/v1/prompts', '/api/v1/playbooks'])
    app.use(path, answerUnchanged, lists.middleware);
  // Generated from the API's description (`npm run generate`).
  app.get(
    '/api/v1/client.ts',
    createClientFile(`${assets ?? 'public'}/api-client.ts`, { isBuilt: assets !== undefined }),
  );
  app.route('/api/v1', createApi(services, log, deps.clientAddress));
  app.route('/functions/v1', createFunctions(services, deps));
  app.all('/functions/v1/*', () => {
    throw new AppError('not_found', 'There is no such function.');
  });
  const mcp = createMcpEndpoint({ viewers: services.viewers, services, publicUrl, log });
  app.all('/mcp', async (c) => {
    const answer = await mcp(c.req.raw);
    // A new Response, so that the common headers are set on it.
    return c.newResponse(answer.body, answer);
  });
  app.route(
    '/',
    createOAuthRoutes({
      provider: services.oauthProvider,
      publicUrl,
      rateLimits: services.rateLimits,
      clientAddress: deps.clientAddress,
      answerError: answerAsApi,
      siteName,
    }),
  );
  app.route('/language', createLanguageRoutes(publicUrl));

  app.route(
    '/og',
    createShareRoutes({
      pictures: services.sharePictures,
      async brand() {
        const { site_name, site_tagline, site_accent, site_logo, site_logo_type } =
          await services.settings.public();
        const logo =
          site_logo_type === 'image'
            ? await services.siteIcon(site_logo, logoHeight, { widest: Math.round(widestLogo * logoHeight) })
            : undefined;
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
      siteName,
      publicUrl,
      find: { prompts: services.prompts.findPublic, playbooks: services.playbooks.findPublic },
    }),
  );

  app.route(mediaPath, createMediaRoutes({ folder: media, base: services.media.base }));
  app.route(
    '/',
    createIconRoutes({
      icon: async (size, background) =>
        services.siteIcon((await services.settings.public()).site_favicon, size, { background }),
      async logo(size, widest) {
        const { site_logo: address, site_logo_type } = await services.settings.public();
        if (site_logo_type !== 'image' || !address) return undefined;
        return { address, png: await services.siteIcon(address, size, { widest }) };
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
