import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Locale } from '#constants';
import { ownAccent } from '#site/settings/public/accent.ts';

/** The contents of a card. `facts` are the item's kind, type and category. */
export type Card = {
  siteName: string;
  url: string;
  title: string;
  summary: string;
  facts: string[];
  open: string;
};

// The colors of app.css, but without its layers, because the card loads no files.
const style = `:root{color-scheme:light dark}*{box-sizing:border-box;margin:0}
body{font:0.9375rem/1.5 system-ui,sans-serif;color:light-dark(#19221e,#ecebe2);background:light-dark(#fffdf8,#1a1f1c)}
a{display:flex;flex-direction:column;min-height:100vh;padding:18px 20px;border:1px solid light-dark(#dcd7c8,#2e3631);border-radius:8px;color:inherit;text-decoration:none;overflow-wrap:anywhere}
a:focus-visible{outline:2px solid light-dark(${ownAccent.light},${ownAccent.dark});outline-offset:-4px}
small{font-size:0.75rem;color:light-dark(#555f58,#a8b1a9)}
h1{font:600 1.25rem/1.25 Georgia,serif;margin:6px 0}
small,h1,p{-webkit-line-clamp:2;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}
p{-webkit-line-clamp:3;color:light-dark(#555f58,#a8b1a9)}
b{margin-top:auto;padding-top:12px;font-size:0.875rem;color:light-dark(${ownAccent.light},${ownAccent.dark})}`;

/** Any site can frame the card; it runs no scripts and loads nothing. */
export const cardPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

const page = (locale: Locale, title: string, content: unknown) =>
  html`<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(style)}</style>${content}</html>`;

/** A single link with an item's title and public facts. */
export const cardPage = (locale: Locale, { siteName, url, title, summary, facts, open }: Card) =>
  page(
    locale,
    `${title} · ${siteName}`,
    html`<main><a href="${url}" target="_blank" rel="noopener"><small dir="auto">${facts.filter(Boolean).join(' · ')}</small><h1 dir="auto">${title}</h1><p dir="auto">${summary}</p><b>${open} ↗</b></a></main>`,
  );

/** In place of a missing item. */
export const missingPage = (locale: Locale, site: { siteName: string; url: string }, text: string) =>
  page(
    locale,
    site.siteName,
    html`<main><a href="${site.url}" target="_blank" rel="noopener"><p>${text}</p><b>${site.siteName} ↗</b></a></main>`,
  );
