import { createHash } from 'node:crypto';
import { videoPlaces } from '../video-places.ts';

/**
 * The Content-Security-Policy of a page.
 * @param scriptHashes hashes of the inline scripts that may run, as `'sha256-…'`
 * @param pictures the URL of the media storage; pictures from any other place need https
 */
export function contentPolicy(scriptHashes: string[], pictures = ''): string {
  const origins = pictures.startsWith('http:') ? [new URL(pictures).origin] : [];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: https:", ...origins].join(' '),
    `frame-src ${videoPlaces.join(' ')}`,
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Removes the nonce from the inline scripts that the renderer wrote itself, and allows only these scripts. A script
 * injected through some text has no nonce, because it can't be predicted.
 * @param nonce generated for this rendering, and never sent to clients
 * @param pictures the URL of the media storage
 */
export function allowOwnScripts(
  html: string,
  nonce: string,
  pictures?: string,
): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`;
  const hashes = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => attributes.includes(mark) && !/\ssrc=/.test(attributes))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`);
  return { html: html.replaceAll(mark, ''), policy: contentPolicy([...new Set(hashes)], pictures) };
}
