import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type Provider from 'oidc-provider';
import { type RequestLimitName, scopes } from '#constants';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import { registrationRequest } from './program-metadata.server.ts';

type Parts = { provider: () => Promise<Provider>; publicUrl: string; rateLimits: RateLimits };

const openEndpoints = ['/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/jwks'] as const;

/** Rate limits per client address. */
const addressLimits = new Map<string, RequestLimitName>([
  ['/oauth/authorize', 'oauth-authorize'],
  ['/oauth/register', 'oauth-register'],
  ['/oauth/revoke', 'oauth-revoke'],
  ['/oauth/token', 'oauth-token'],
]);
export const discoveryPaths = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
] as const;
/** Paths that programs can call from pages of any origin. */
export const openOAuthPaths = [
  ...openEndpoints,
  ...discoveryPaths,
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource/api/v1',
] as const;
// `/oauth/end/confirm` is requested if another member than before answers in this browser.
const paths = new Set<string>([
  ...openEndpoints,
  ...discoveryPaths,
  '/oauth/authorize',
  '/oauth/end/confirm',
]);
const postedPaths = new Set(['/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/end/confirm']);
const pathWithId = /^\/oauth\/(authorize|register)\/[\w-]+$/;

/**
 * Answers on the connection itself, as the library does, which is loaded at the first request. The library also accepts other
 * capitalization and a trailing slash, which would bypass the rules for each path, so only exact paths reach it.
 */
export function createOAuthEndpoints({ provider, publicUrl, rateLimits }: Parts) {
  const { protocol, host } = new URL(publicUrl);
  return async (
    incoming: IncomingMessage | undefined,
    outgoing: ServerResponse,
    address: string,
  ): Promise<Response> => {
    const path = incoming?.url?.split('?')[0] ?? '';
    if (!incoming || !(paths.has(path) || pathWithId.test(path)))
      throw new AppError('not_found', 'There is nothing at this address.');
    const methods = postedPaths.has(path) ? ['POST'] : ['GET', 'HEAD'];
    if (!methods.includes(incoming.method ?? ''))
      throw new AppError('not_found', 'Nothing at this address accepts this method.');
    const limit = addressLimits.get(path);
    if (limit) await rateLimits.require(limit, address);
    const callback = (await provider()).callback();
    incoming.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    incoming.headers['x-forwarded-host'] = host;
    incoming.headers['x-forwarded-for'] = address;
    // Each request to connect starts from scratch: a program gets nothing unless the member has just agreed.
    if (path === '/oauth/authorize') {
      delete incoming.headers.cookie;
      incoming.url = withDefaultScope(incoming.url ?? '');
    }
    for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value);
    if (openOAuthPaths.some((open) => open === path)) {
      outgoing.setHeader('Access-Control-Allow-Origin', '*');
      outgoing.setHeader('cross-origin-resource-policy', 'cross-origin');
    }
    await callback(path === '/oauth/register' ? await registrationRequest(incoming) : incoming, outgoing);
    // A copy, because a response can only be used once.
    return RESPONSE_ALREADY_SENT.clone();
  };
}

/** A request without any scope of this site asks for reading and copying. */
function withDefaultScope(url: string): string {
  const [path, query] = url.split(/\?(.*)/s);
  const asked = new URLSearchParams(query);
  const named = asked.getAll('scope');
  const others = named[0]?.split(' ').filter(Boolean) ?? [];
  // Duplicate parameters are rejected by the library.
  if (named.length > 1 || scopes.some((scope) => others.includes(scope))) return url;
  asked.set('scope', [...others, 'library:read', 'library:copy'].join(' '));
  return `${path}?${asked}`;
}

/** The authorization server and the scopes of a resource (RFC 9728). */
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
