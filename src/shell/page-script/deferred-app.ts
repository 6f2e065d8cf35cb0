import { startEvent } from './app-starter.ts';

/** Marks a script that runs even on a page without the app. */
export const runsAtOnce = { 'data-at-once': '' } as const;

/**
 * Starts the app on a page that came without it: at once if the browser has a session, otherwise on request. The scripts are in the page as
 * text, and their hashes are in its policy.
 */
const starter = `(()=>{const d=document,h=d.documentElement;function start(){if('app'in h.dataset)return;h.dataset.app='';for(const l of d.querySelectorAll('link[rel=deferred]'))l.rel='modulepreload';for(const s of d.querySelectorAll('script[type="text/deferred"]')){const n=d.createElement('script');if('module'in s.dataset)n.type='module';n.textContent=s.textContent;s.replaceWith(n)}}d.addEventListener('${startEvent}',start);if('session'in h.dataset)start()})()`;

/**
 * Turns the renderer's own scripts and preloads into text that is neither loaded nor run until the app starts.
 * @param nonce marks them; it stays, because the policy's hashes are computed from marked scripts
 */
export function deferApp(html: string, nonce: string): string {
  const mark = `nonce="${nonce}"`;
  return html
    .replaceAll(/<link rel="modulepreload"([^>]*)>/g, (tag, rest: string) =>
      tag.includes(mark) ? `<link rel="deferred"${rest}>` : tag,
    )
    .replaceAll(/<script\b([^>]*)>/g, (tag, attributes: string) => {
      if (!attributes.includes(mark) || attributes.includes('data-at-once')) return tag;
      const isModule = attributes.includes('type="module"');
      return `<script type="text/deferred"${isModule ? ' data-module=""' : ''} ${mark}>`;
    })
    .replace('</body>', `<script ${mark}>${starter}</script></body>`);
}
