import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { visitor } from '#access/viewer.ts';
import { playbookListQuery } from '#library/playbooks/playbooks.contract.ts';
import { promptListQuery } from '#library/prompts/prompts.contract.ts';
import { isDatabaseAway } from '#platform/database.server.ts';
import { AppError } from '#platform/errors.ts';
import type { createLoaderContext, LoaderServices } from './loader-context.ts';
import type { Services } from './services.server.ts';

export const builtAssets = fileURLToPath(new URL('../build/client', import.meta.url));
/** What a 503 asks visitors to wait. */
const retrySeconds = 2;
const builtPages = new URL('../build/server/index.js', import.meta.url);

/** What `entry.server.tsx` exports beside React Router's own. */
type PagesBuild = ServerBuild & { entry: { module: { createLoaderContext: typeof createLoaderContext } } };

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
  services: LoaderServices,
  mode: 'production' | 'development',
) {
  return async (address: string): Promise<Response> => {
    const build = await load();
    const context = build.entry.module.createLoaderContext(services);
    const request = new Request(`${new URL(services.site.publicUrl).origin}${address}`);
    const response = await createRequestHandler(build, mode)(request, context);
    if (response.status === 503) response.headers.set('Retry-After', String(retrySeconds));
    return response;
  };
}

/** The site's services as loaders may use them: always for an anonymous visitor. */
export function createLoaderServices(
  services: Services,
  publicUrl: string,
  description: LoaderServices['apiDocs']['description'],
): LoaderServices {
  const categories = () => services.categories.list().catch(asPageError);
  return {
    site: { publicUrl, settings: () => services.settings.public().catch(asPageError) },
    tiers: { list: () => services.tiers.list().catch(asPageError) },
    prompts: {
      list: (query) =>
        services.prompts.list(visitor, { ...promptListQuery.parse({}), ...query }).catch(asPageError),
      categories,
    },
    playbooks: {
      list: (query) =>
        services.playbooks.list(visitor, { ...playbookListQuery.parse({}), ...query }).catch(asPageError),
      categories,
    },
    apiDocs: { description },
  };
}

/** Tells a page by status what it may tell its reader: that the database is away, that an address is wrong. */
function asPageError(error: unknown): never {
  if (isDatabaseAway(error)) throw new Response(null, { status: 503 });
  if (error instanceof AppError) throw new Response(null, { status: error.status });
  throw error;
}
