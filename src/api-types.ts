import type { hc } from 'hono/client';
import type { Api } from './api.server.ts';
import type { Functions } from './functions.server.ts';

// Declares the server's answers for the client in the browser. Types only, so no server code is loaded.
declare module '#platform/client/api-client.ts' {
  interface ServerClients {
    api: ReturnType<typeof hc<Api>>;
    functions: ReturnType<typeof hc<Functions>>;
  }
}
