import { renderToReadableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { ScriptNonce } from '#platform/http/script-nonce.ts';
import { locale } from '#platform/language/locale.ts';
import { deferApp } from '#shell/page-script/deferred-app.ts';
import { reportFailureContext, scriptNonceContext } from './loader-context.ts';
import { localizedManifest } from './localized-manifest.ts';

// The server uses these exports: the built pages contain their own copy of every module, including context keys and React Router.
export { createRequestHandler } from 'react-router';
export { inLanguage as inLocale } from '#platform/language/locale-context.server.ts';
export { createLoaderContext } from './loader-context.ts';

/** By default React Router would write to the console, without the id of the request. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  if (!isRouteErrorResponse(error)) context.get(reportFailureContext)(error);
};

/** Whether a page works without the app: the last `handle` of its routes that sets this decides. */
function worksWithoutApp({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const handles: unknown[] = staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);
  return handles.reduce<boolean>(
    (known, handle) =>
      typeof handle === 'object' && handle !== null && 'worksWithoutApp' in handle
        ? handle.worksWithoutApp === true
        : known,
    false,
  );
}

/** Renders the whole page: it is cached and sent in one piece, so there is nothing to stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loaderContext: RouterContextProvider,
) {
  let answer = status;
  const context = { ...routerContext, manifest: localizedManifest(routerContext.manifest, locale()) };
  const isDeferred = status < 500 && worksWithoutApp(routerContext);
  const nonce = loaderContext.get(scriptNonceContext);
  const stream = await renderToReadableStream(
    <ScriptNonce value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </ScriptNonce>,
    {
      nonce,
      // Streamed parts would need scripts to move them into place, which visitors don't get.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        answer = 500;
        loaderContext.get(reportFailureContext)(error);
      },
    },
  );
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!isDeferred) return new Response(stream, { status: answer, headers });
  return new Response(deferApp(await new Response(stream).text(), nonce), { status: answer, headers });
}
