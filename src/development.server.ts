import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { loadBuiltPages } from './pages.server.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Vite in front of the site: pages reload as they are edited. */
export async function startVite(server: Server) {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
  return {
    loadPages: () =>
      vite.ssrLoadModule('virtual:react-router/server-build') as ReturnType<typeof loadBuiltPages>,
    before:
      (listener: Listener): Listener =>
      (request, response) =>
        vite.middlewares(request, response, () => listener(request, response)),
    stop: () => vite.close(),
  };
}
