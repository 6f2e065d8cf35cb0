import { createHash } from 'node:crypto';
import { videoPlaces } from '../video-places.ts';

/**
 * What a page may load and run.
 * @param scriptHashes of the inline scripts that may run, as `'sha256-…'`.
 */
export function contentPolicy(scriptHashes: string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    `frame-src ${videoPlaces.join(' ')}`,
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Takes the marks off the inline scripts that the renderer has written itself, and allows these and no others. A script that came
 * into the page with a text has no mark, because nobody knows the next one.
 * @param nonce the mark of this rendering, made for it alone and sent to nobody.
 */
export function allowOwnScripts(html: string, nonce: string): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`;
  const hashes = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => attributes.includes(mark) && !/\ssrc=/.test(attributes))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`);
  return { html: html.replaceAll(mark, ''), policy: contentPolicy([...new Set(hashes)]) };
}
