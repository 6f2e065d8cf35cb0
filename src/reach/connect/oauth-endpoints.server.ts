import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type Provider from 'oidc-provider';
import { AppError } from '#platform/errors.ts';
import { securityHeaders } from '#platform/security-headers.ts';

type Parts = { provider: () => Promise<Provider>; publicUrl: string };

/** What programs in pages of all origins may call of it. */
export const openOAuthPaths = ['/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/jwks'] as const;

/** Answers on the connection itself, as the library does; the library is loaded at the first request. */
export function createOAuthEndpoints({ provider, publicUrl }: Parts) {
  const { protocol, host } = new URL(publicUrl);
  return async (incoming: IncomingMessage | undefined, outgoing: ServerResponse): Promise<Response> => {
    if (!incoming) throw new AppError('not_found', 'There is nothing at this address.');
    const callback = (await provider()).callback();
    incoming.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    incoming.headers['x-forwarded-host'] = host;
    const path = incoming.url?.split('?')[0];
    // Each request to connect begins anew: a program gets nothing without its member having just agreed.
    if (path === '/oauth/authorize') delete incoming.headers.cookie;
    for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value);
    if (path?.startsWith('/.well-known/') || openOAuthPaths.some((open) => open === path)) {
      outgoing.setHeader('Access-Control-Allow-Origin', '*');
      outgoing.setHeader('cross-origin-resource-policy', 'cross-origin');
    }
    await callback(incoming, outgoing);
    // A copy, because the constant may be answered once only.
    return RESPONSE_ALREADY_SENT.clone();
  };
}

/** Which authorization server tokens for a resource come from, and its scopes (RFC 9728). */
export function protectedResource(publicUrl: string, path: string, scopes: readonly string[], name: string) {
  return {
    resource: `${publicUrl}${path}`,
    authorization_servers: [publicUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${publicUrl}/api/docs`,
  };
}
