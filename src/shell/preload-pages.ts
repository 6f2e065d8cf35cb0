import { matchPath } from 'react-router';

type Route = {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  /** The file of a page's client loader, if it has one. */
  clientLoaderModule?: string;
};
declare global {
  interface Window {
    /** React Router's table of pages and their code files. */
    __reactRouterManifest?: { routes: Record<string, Route> };
    /** The modules that React Router has loaded. */
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}

const layout = 'shell/member-layout';
const adminLayout = 'shell/admin-layout';
const loaded = new Set<string>();

const routes = () => Object.values(window.__reactRouterManifest?.routes ?? {});
/** The member pages, without the admin area. */
const memberPages = (parent = layout): Route[] =>
  routes()
    .filter(({ id, parentId }) => parentId === parent && id !== adminLayout)
    .flatMap((route) => [route, ...memberPages(route.id)]);

/** The page at a path, and the layouts around it. No layout has a path. */
function routesAt(pathname: string): Route[] {
  const page = routes().find(
    ({ path = '', index }) => (index || path) && path !== '*' && matchPath(`/${path}`, pathname),
  );
  const around = (id: string | undefined): Route[] =>
    routes().flatMap((route) => (route.id === id ? [route, ...around(route.parentId)] : []));
  return around(page?.id);
}

const isLoaded = ({ id }: Route) => loaded.has(id) || id in (window.__reactRouterRouteModules ?? {});

async function load({ id, module, clientLoaderModule = module }: Route) {
  await Promise.all([module, clientLoaderModule].map((file) => import(/* @vite-ignore */ file)));
  loaded.add(id);
}

/** Preloads the code of member pages, so that they open even offline and after a new release. */
export async function preloadMemberPages() {
  const pages = memberPages().filter(({ path }) => !path || !/^(checkout|sandbox)/.test(path));
  for (const page of pages) await load(page).catch(() => undefined);
}

/** Whether the code of the page at a path is loaded. */
export const isPreloaded = (pathname: string) => routesAt(pathname).every(isLoaded);

/** Whether a page opens offline. Its data may still have to be loaded; public pages come from the server. */
export const opensOffline = (pathname: string) =>
  isPreloaded(pathname) && routesAt(pathname).some(({ id }) => id === layout);

/** Loads the code of the page at a path. Rejects if a file is missing, such as after a new release, or unreachable. */
export const preloadPage = (pathname: string) => Promise.all(routesAt(pathname).map(load));
