import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, Hono } from 'hono';
import { scopes } from '#constants';
import { createOAuthEndpoints, discoveryPaths, protectedResource } from './oauth-endpoints.server.ts';
import { oauthErrorAnswer } from './oauth-errors.server.ts';

type Parts = Parameters<typeof createOAuthEndpoints>[0] & {
  siteName(): Promise<string>;
  clientAddress(c: Context): string;
  answerError(error: Error, c: Context): Response;
};

/** The endpoints through which programs connect to an account, and their discovery. */
export function createOAuthRoutes({ siteName, clientAddress, answerError, ...parts }: Parts) {
  const app = new Hono();
  app.onError((error, c) =>
    oauthErrorAnswer(error, c, answerError(error, c), async () => ({
      name: await siteName(),
      url: parts.publicUrl,
    })),
  );
  const oauth = createOAuthEndpoints(parts);
  type OnSocket = { incoming?: IncomingMessage; outgoing: ServerResponse };
  for (const path of ['/oauth/*', ...discoveryPaths])
    app.all(path, (c) => {
      const { incoming, outgoing } = c.env as OnSocket;
      return oauth(incoming, outgoing, clientAddress(c));
    });
  for (const path of ['/mcp', '/api/v1'] as const) {
    const describe = async (c: Context) =>
      c.json(protectedResource(parts.publicUrl, path, scopes, await siteName()));
    app.get(`/.well-known/oauth-protected-resource${path}`, describe);
    if (path === '/mcp') app.get('/.well-known/oauth-protected-resource', describe);
  }
  return app;
}
