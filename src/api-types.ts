import type { hc } from 'hono/client';
import type { Api } from './api.server.ts';
import type { Functions } from './functions.server.ts';

// Tells the browser's client what the server answers. Types only: nothing of the server is loaded.
declare module '#platform/client/api-client.ts' {
  interface ServerClients {
    api: ReturnType<typeof hc<Api>>;
    functions: ReturnType<typeof hc<Functions>>;
  }
}
