import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { allowOwnScripts } from '#platform/content-policy.server.ts';
import { ScriptNonce } from '#platform/script-nonce.ts';

// The server creates loader contexts with this copy: the built pages contain their own copy of every module, context keys included.
export { createLoaderContext } from './loader-context.ts';

/**
 * Renders the whole page: it is cached and sent as one piece, so there is nothing to stream. Its policy allows the inline scripts
 * that this rendering has written, by their hashes, because a page for everybody cannot carry a fresh nonce.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  let answer = status;
  const nonce = crypto.randomUUID();
  const stream = await renderToReadableStream(
    <ScriptNonce value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </ScriptNonce>,
    {
      nonce,
      onError() {
        answer = 500;
      },
    },
  );
  await stream.allReady;
  const { html, policy } = allowOwnScripts(await new Response(stream).text(), nonce);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // In development Vite adds scripts of its own afterwards.
  if (import.meta.env.PROD) headers.set('Content-Security-Policy', policy);
  return new Response(html, { status: answer, headers });
}
