import type { Server } from 'node:http';

/** Ends a server and what is still connected to it. */
export const endServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
