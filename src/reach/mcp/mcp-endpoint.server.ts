import { isApiKey } from '#access/api-key-text.server.ts';
import { auditedTool } from '#access/audit.server.ts';
import { canHoldScope } from '#access/decide.ts';
import { visitor } from '#access/viewer.ts';
import type { Viewers } from '#access/viewers.server.ts';
import { bodyLimits, scopes } from '#constants';
import { bearerToken } from '#platform/bearer-token.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { scopesOf, toolsOf } from './mcp-scopes.ts';
import type { McpServices } from './mcp-services.ts';
import { parseError, readJsonBody } from './read-json-body.server.ts';

type Parts = { viewers: Viewers; services: McpServices; publicUrl: string; log: Log };

/** The largest message, in bytes. The text of a prompt fits in. */
const maxRequestBodySize = bodyLimits.longTexts.mebibytes * 1_048_576;

/**
 * The Model Context Protocol, stateless: each request brings its key or token, and gets a server of its own. The library
 * is loaded at the first request.
 */
export function createMcpEndpoint({ viewers, services, publicUrl, log }: Parts) {
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
  const offered = scopes.filter((scope) => canHoldScope(visitor, scope)).join(' ');
  const challenge = (status: 401 | 403, error: string, description: string, scope: string) =>
    Response.json(
      { error: description, code: error },
      {
        status,
        headers: {
          'WWW-Authenticate': `Bearer error="${error}", error_description="${description}", scope="${scope}", resource_metadata="${metadata}"`,
        },
      },
    );
  const loadHandler = () => import('@modelcontextprotocol/server');
  const loadServer = () => import('./mcp-server.server.ts');

  return async (request: Request): Promise<Response> => {
    const authorization = request.headers.get('authorization') ?? undefined;
    const viewer = await viewers.fromHeader(authorization, `${publicUrl}/mcp`).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 401) return undefined;
      throw error;
    });
    // Without credentials there is no error code (RFC 6750).
    if (authorization === undefined)
      return Response.json(
        { error: 'Send an API key or an access token.', code: 'not_signed_in' },
        {
          status: 401,
          headers: { 'WWW-Authenticate': `Bearer scope="${offered}", resource_metadata="${metadata}"` },
        },
      );
    if (!viewer || viewer.kind === 'visitor' || !viewer.key)
      return challenge(401, 'invalid_token', 'The key or token is invalid or has expired', offered);
    const { key } = viewer;
    const isKey = isApiKey(bearerToken(authorization) ?? '');
    let headers = await viewers.count(viewer);

    const body = await readJsonBody(request, maxRequestBodySize).catch((error: unknown) => {
      if (error instanceof SyntaxError) return error;
      throw error;
    });
    // Parse the body here, so that rate limits, scopes and the audit log see what the library will execute.
    if (body instanceof SyntaxError) return parseError();
    // Older clients send several messages in one request; each counts.
    for (let more = 1; Array.isArray(body) && more < body.length; more += 1)
      headers = await viewers.count(viewer);
    const missing = scopesOf(body).filter((scope) => !key.scopes.includes(scope));
    if (missing.length > 0) {
      const names = missing.join(' and ');
      const what = missing.length === 1 ? `The scope ${names} is needed` : `The scopes ${names} are needed`;
      return challenge(403, 'insufficient_scope', what, [...key.scopes, ...missing].join(' '));
    }
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([loadHandler(), loadServer()]);
    const handler = createMcpHandler(() => createMcpServer({ services, viewer, isKey, publicUrl, log }), {
      maxRequestBodySize,
      onerror: (error) => log.debug('A request over MCP was refused', { error: error.message }),
    });
    // The library keeps each answer reachable from the request's signal, and Node never releases the signal of its server's requests. A
    // copy has its own signal.
    const own = new Request(request);
    const response = await auditedTool(viewer, toolsOf(body), () =>
      handler.fetch(own, {
        authInfo: { token: '', clientId: key.id, scopes: [...key.scopes] },
        ...(body === undefined ? {} : { parsedBody: body }),
      }),
    );
    const answer = new Response(response.body, response);
    for (const [name, value] of headers) answer.headers.set(name, value);
    answer.headers.set('Cache-Control', 'no-store');
    return answer;
  };
}
