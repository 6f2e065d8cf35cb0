import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type createRequestHandler, matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { visitor } from '#access/viewer.ts';
import { categoryPageItems, type Locale, locales } from '#constants';
import { playbookListQuery } from '#library/playbooks/playbooks.contract.ts';
import { promptListQuery } from '#library/prompts/prompts.contract.ts';
import { isOpenToAll, openingPlan } from '#money/tiers/public/opening-plan.ts';
import { isBadInput, isDatabaseAway, isTooSlow } from '#platform/database/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { allowOwnScripts } from '#platform/http/content-policy.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { shownPath } from '#platform/observability/shown-path.ts';
import { withoutUndefined } from '#platform/without-undefined.ts';
import { parseBeside } from '#ui/markdown/parse-beside.server.ts';
import type { createLoaderContext, LoaderServices } from './loader-context.ts';
import type { Services } from './services.server.ts';

export const builtAssets = fileURLToPath(new URL('../build/client', import.meta.url));
/** The Retry-After of a 503 page. */
const retrySeconds = 2;
const builtPages = new URL('../build/server/index.js', import.meta.url);

/** React Router's build with the additional exports of `entry.server.tsx`. */
type PagesBuild = ServerBuild & {
  entry: {
    module: {
      createLoaderContext: typeof createLoaderContext;
      createRequestHandler: typeof createRequestHandler;
      /** Runs `work` in a language. The built pages have their own copy of `platform/language/locale.ts`, which this sets. */
      inLocale<Result>(locale: Locale, work: () => Result): Result;
    };
  };
};

/** The pages built by `npm start`. */
export async function loadBuiltPages(): Promise<PagesBuild> {
  if (!existsSync(builtPages))
    throw new Error('The pages have not been built yet. Start the site with "npm start".');
  return import(builtPages.href);
}

/**
 * Renders the page at a path with query in a language, always as an anonymous visitor sees it. Nothing else of a request reaches the page,
 * because a page that is cached for everyone must not depend on anyone's headers. For the same reason it can't have a fresh nonce, so its
 * inline scripts are allowed by their hashes.
 * @param parts `pictures`: the URL of the media storage
 */
export function createPages(
  load: () => Promise<PagesBuild>,
  services: LoaderServices,
  mode: 'production' | 'development',
  { log, pictures }: { log: Pick<Log, 'error'>; pictures: string },
) {
  let routes: RouteObject[] = [];
  async function render(address: string, locale: Locale = locales[0]): Promise<Response> {
    const build = await load();
    routes = routesOf(build);
    const nonce = randomUUID();
    // React and React Router both report an error that occurs before anything is rendered.
    const failures = new Set<unknown>();
    const context = build.entry.module.createLoaderContext(services, nonce, (error) => {
      if (failures.has(error)) return;
      failures.add(error);
      log.error('A page failed', { path: shownPath(address), error });
    });
    const request = new Request(`${new URL(services.site.publicUrl).origin}${withoutBreaks(address)}`);
    const response = await build.entry.module.inLocale(locale, () =>
      build.entry.module.createRequestHandler(build, mode)(request, context),
    );
    if (response.status === 503) response.headers.set('Retry-After', String(retrySeconds));
    if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
    const { html, policy } = allowOwnScripts(await response.text(), nonce, pictures);
    // In development, Vite adds its own scripts.
    if (mode === 'production') response.headers.set('Content-Security-Policy', policy);
    return new Response(html, { status: response.status, headers: response.headers });
  }
  return {
    render,
    /** The route pattern of a page, such as `/prompt/:slug`, once a page has been rendered. */
    routeOf(address: string): string {
      const matches = matchRoutes(routes, address.replace(/\?.*/, '')) ?? [];
      const parts = matches.flatMap(({ route }) => route.path ?? []);
      return `/${parts.join('/')}`.replaceAll(/\/+/g, '/');
    },
  };
}

/**
 * Replaces tabs and line breaks in the path with spaces, which no page's path contains either: React Router parses the decoded path as a
 * URL, which drops them, so `/%09/x` would become a URL on the host `x`.
 */
const withoutBreaks = (address: string) =>
  address.replace(/^[^?]*/, (path) => path.replaceAll(/%0[9ad]/gi, '%20'));

/** The routes of all pages as a tree. */
function routesOf({ routes }: ServerBuild): RouteObject[] {
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) =>
      route && route.parentId === parentId
        ? [
            {
              ...(route.path === undefined ? {} : { path: route.path }),
              ...(route.index ? { index: true as const } : { children: below(route.id) }),
            },
          ]
        : [],
    );
  return below(undefined);
}

/** The services for loaders, which always answer as for an anonymous visitor. */
export function createLoaderServices(
  services: Services,
  publicUrl: string,
  description: LoaderServices['apiDocs']['description'],
): LoaderServices {
  const categories = () => services.categories.list().catch(asPageError);
  const counts = () => services.newest.counts().catch(asPageError);
  const find = {
    prompts: (slug: string) => services.prompts.findPublic(slug).catch(asNoItem),
    playbooks: (slug: string) => services.playbooks.findPublic(slug).catch(asNoItem),
  };
  /** The newest items of a category, for its page. */
  const ofCategory = async (category: string) => {
    const query = { category, limit: categoryPageItems };
    const [prompts, playbooks] = await Promise.all([
      services.prompts.list(visitor, { ...promptListQuery.parse({}), ...query }),
      services.playbooks.list(visitor, { ...playbookListQuery.parse({}), ...query }),
    ]);
    return { prompts, playbooks };
  };
  return {
    categories: {
      async find(slug) {
        const found = await services.categories.find(slug).catch(asPageError);
        if (!found || 'movedTo' in found) return found;
        return { ...found, ...(await ofCategory(found.name).catch(asPageError)) };
      },
      currentName: (name) => services.categories.currentName(name).catch(asPageError),
      list: () => services.categories.listShown().catch(asPageError),
    },
    site: {
      publicUrl,
      settings: () => services.settings.public().catch(asPageError),
      logoRatio: services.settings.logoRatio,
    },
    tiers: { list: () => services.tiers.list().catch(asPageError) },
    prompts: {
      list: (query) =>
        services.prompts
          .list(visitor, { ...promptListQuery.parse({}), ...withoutUndefined(query) })
          .catch(asPageError),
      categories,
      find: find.prompts,
    },
    playbooks: {
      list: (query) =>
        services.playbooks
          .list(visitor, { ...playbookListQuery.parse({}), ...withoutUndefined(query) })
          .catch(asPageError),
      categories,
      find: find.playbooks,
      parse: parseBeside,
    },
    apiDocs: { description },
    signInOptions: {
      async read() {
        // If the settings can't be loaded, the page offers what always works.
        const settings = await services.auth.signInSettings().catch(() => undefined);
        return {
          signup: settings?.signup ?? 'open',
          byEmail: settings?.email_sign_in ?? false,
          passkeys: settings?.passkeys ?? false,
          trial: settings?.anonymous_sign_in ?? false,
          isNew: await services.firstHour.isNew().catch(() => false),
          providers: await services.auth.social.providers().catch(() => []),
          anonymousToken: await services.auth.tokens.anonymousToken().catch(() => ''),
        };
      },
    },
    signUpTarget: {
      async find(path) {
        const [, kind, slug = ''] = /^\/(prompt|playbook)\/([^/?#]+)(?:[?#]|$)/.exec(path) ?? [];
        if (!kind) return undefined;
        const [item, tiers, settings] = await Promise.all([
          find[kind === 'prompt' ? 'prompts' : 'playbooks'](slug),
          services.tiers.list(),
          services.settings.public(),
        ]).catch(asPageError);
        if (!item) return undefined;
        const plan = openingPlan(tiers, item.tier_access);
        return {
          title: item.title,
          isOpenToAll: isOpenToAll(item.tier_access),
          plan: plan ? { name: plan.name, price: plan.price, currency: settings.currency } : null,
        };
      },
      async planName(id) {
        return (await services.tiers.list().catch(asPageError)).find((tier) => tier.id === id)?.name;
      },
    },
    newest: {
      items: (category) => services.newest.items(category).catch(asPageError),
      counts,
      addresses: (offset, limit) => services.newest.addresses(offset, limit).catch(asPageError),
    },
    ownPages: {
      list: () => services.ownPages.listPublished().catch(asPageError),
      find: (slug) => services.ownPages.findPublished(slug).catch(asPageError),
    },
    content: {
      content: () => services.siteContent.read().catch(asPageError),
      counts,
    },
  };
}

/** A slug that can't be stored doesn't belong to any item. */
function asNoItem(error: unknown): undefined {
  if (!isBadInput(error)) asPageError(error);
}

/** Turns an error into a response status that the page's error boundary can explain. */
function asPageError(error: unknown): never {
  if (isDatabaseAway(error) || isTooSlow(error)) throw new Response(null, { status: 503 });
  // A path that can't be stored doesn't belong to any page.
  if (isBadInput(error)) throw new Response(null, { status: 404 });
  if (error instanceof AppError) throw new Response(null, { status: error.status });
  throw error;
}
