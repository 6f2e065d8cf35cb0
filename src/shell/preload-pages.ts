import { matchPath } from 'react-router';

type Route = {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  /** Where a page has a loader for the browser, it comes as a file of its own. */
  clientLoaderModule?: string;
};
declare global {
  interface Window {
    /** React Router's table of pages and their code. */
    __reactRouterManifest?: { routes: Record<string, Route> };
  }
}

const layout = 'shell/member-layout';
const loaded = new Set<string>();

const memberPages = () =>
  Object.values(window.__reactRouterManifest?.routes ?? {}).filter(({ parentId }) => parentId === layout);

/** Preloads the code of member pages, so that these also open without a network and after a new release. */
export async function preloadMemberPages() {
  const pages = memberPages().filter(({ path }) => path && !/^(checkout|sandbox)/.test(path));
  for (const { id, module, clientLoaderModule = module } of pages) {
    await Promise.all([module, clientLoaderModule].map((file) => import(/* @vite-ignore */ file))).then(
      () => loaded.add(id),
      () => undefined,
    );
  }
}

/** Whether the code of the page at an address is here; what it shows may still have to be loaded. */
export const isPreloaded = (pathname: string) =>
  memberPages().some(({ id, path }) => path && loaded.has(id) && matchPath(`/${path}`, pathname));
