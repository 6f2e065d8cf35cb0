import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

// The server makes loader contexts with this one: the built pages have their own copy of every module, keys included.
export { createLoaderContext } from './loader-context.ts';

/** Renders a page whole: it is kept and sent as one, so there is nothing to stream. */
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
