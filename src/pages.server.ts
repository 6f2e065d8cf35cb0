import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { visitor } from '#access/viewer.ts';
import { playbookListQuery } from '#features/playbooks/playbooks.contract.ts';
import { promptListQuery } from '#features/prompts/prompts.contract.ts';
import type { PageServices, pageServices } from './page-services.ts';
import type { Services } from './services.server.ts';

export const builtAssets = fileURLToPath(new URL('../build/client', import.meta.url));
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

/** Renders pages, always as the anonymous visitor sees them. */
export function createPages(
  load: () => Promise<PagesBuild>,
  services: PageServices,
  mode: 'production' | 'development',
) {
  return async (request: Request): Promise<Response> => {
    const build = await load();
    const { createContext, pageServices } = build.entry.module;
    const context = createContext();
    context.set(pageServices, services);
    return createRequestHandler(build, mode)(request, context);
  };
}

/** The site's services as loaders may use them. */
export function servicesForPages(services: Services, publicUrl: string): PageServices {
  return {
    publicUrl,
    settings: () => services.settings.public(),
    tiers: () => services.tiers.list(),
    categories: () => services.categories.list(),
    prompts: (query) => services.prompts.list(visitor, { ...promptListQuery.parse({}), ...query }),
    playbooks: (query) => services.playbooks.list(visitor, { ...playbookListQuery.parse({}), ...query }),
  };
}
