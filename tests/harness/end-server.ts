import type { Server } from 'node:http';

/** Closes a server and its open connections. */
export const endServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
