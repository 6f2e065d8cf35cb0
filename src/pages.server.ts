import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { visitor } from '#access/viewer.ts';
import { playbookListQuery } from '#library/playbooks/playbooks.contract.ts';
import { promptListQuery } from '#library/prompts/prompts.contract.ts';
import { isDatabaseAway } from '#platform/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { PageServices, pageServices } from './page-services.ts';
import type { Services } from './services.server.ts';

export const builtAssets = fileURLToPath(new URL('../build/client', import.meta.url));
/** What a 503 asks visitors to wait. */
const retrySeconds = 2;
const builtPages = new URL('../build/server/index.js', import.meta.url);

/** What `entry.server.tsx` exports beside React Router's own: the key under which loaders find their services. */
type PagesBuild = ServerBuild & {
  entry: { module: { pageServices: typeof pageServices; createContext: () => RouterContextProvider } };
};

/** The pages as built by `npm start`. */
export async function loadBuiltPages(): Promise<PagesBuild> {
  if (!existsSync(builtPages))
    throw new Error('The pages are not built yet. Start the site with "npm start".');
  return import(builtPages.href);
}

/**
 * Renders the page of an address (path and query), always as the anonymous visitor sees it. Nothing else of a request
 * reaches a page: what is kept for everybody must not carry anybody's headers.
 */
export function createPages(
  load: () => Promise<PagesBuild>,
  services: PageServices,
  mode: 'production' | 'development',
) {
  return async (address: string): Promise<Response> => {
    const build = await load();
    const { createContext, pageServices } = build.entry.module;
    const context = createContext();
    context.set(pageServices, services);
    const request = new Request(`${new URL(services.publicUrl).origin}${address}`);
    const response = await createRequestHandler(build, mode)(request, context);
    if (response.status === 503) response.headers.set('Retry-After', String(retrySeconds));
    return response;
  };
}

/** The site's services as loaders may use them. */
export function servicesForPages(
  services: Services,
  publicUrl: string,
  apiDescription: PageServices['apiDescription'],
): PageServices {
  return {
    publicUrl,
    apiDescription,
    settings: () => services.settings.public().catch(asPageError),
    tiers: () => services.tiers.list().catch(asPageError),
    categories: () => services.categories.list().catch(asPageError),
    prompts: (query) =>
      services.prompts.list(visitor, { ...promptListQuery.parse({}), ...query }).catch(asPageError),
    playbooks: (query) =>
      services.playbooks.list(visitor, { ...playbookListQuery.parse({}), ...query }).catch(asPageError),
  };
}

/** Tells a page by status what it may tell its reader: that the database is away, that an address is wrong. */
function asPageError(error: unknown): never {
  if (isDatabaseAway(error)) throw new Response(null, { status: 503 });
  if (error instanceof AppError) throw new Response(null, { status: error.status });
  throw error;
}
