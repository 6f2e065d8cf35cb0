import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

// The server creates loader contexts with this copy: the built pages contain their own copy of every module, context keys included.
export { createLoaderContext } from './loader-context.ts';

/** Renders the whole page: it is cached and sent as one piece, so there is nothing to stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  let answer = status;
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    onError() {
      answer = 500;
    },
  });
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(stream, { status: answer, headers });
}
