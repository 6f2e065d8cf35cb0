import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Locale } from '#constants';
import { ownAccent } from '#site/settings/public/accent.ts';
import * as m from './words/messages.ts';

// The colors and fonts of app.css. This page is outside the application.
const style = `:root{color-scheme:light dark}*{box-sizing:border-box;margin:0}
body{min-height:100vh;font:16px/1.6 "Instrument Sans Variable",system-ui,sans-serif;color:light-dark(#19221e,#ecebe2);background:light-dark(#f8f6ef,#121614)}
header{padding:18px 24px;border-bottom:1px solid light-dark(#dcd7c8,#2e3631);font:600 20px Newsreader,Georgia,serif}
a{color:light-dark(${ownAccent.light},${ownAccent.dark});font-weight:600}header a{color:inherit;text-decoration:none}
main{max-width:40rem;padding:64px 24px}h1{font:500 36px/1.15 Newsreader,Georgia,serif;margin-bottom:16px}
p{margin-bottom:16px;color:light-dark(#555f58,#a8b1a9)}
code{display:block;padding:12px 16px;border:1px solid light-dark(#dcd7c8,#2e3631);border-radius:6px;background:light-dark(#fffdf8,#1a1f1c);font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere;margin-bottom:24px}`;

export const errorPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Failure = { error: string; error_description?: string | undefined };

/** What people see when a program sends them with an invalid request. */
export const errorPage = (
  locale: Locale,
  site: { name: string; url: string },
  { error, error_description }: Failure,
) =>
  html`<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${m.connection_failed()} · ${site.name}</title><style>${raw(style)}</style><header><a href="${site.url}/">${site.name}</a></header><main><h1>${m.connection_failed()}</h1><p>${m.the_program_asked_for_something()}</p><code>${[error, error_description].filter(Boolean).join(': ')}</code><p><a href="${site.url}/settings/connect">${m.connected_programs()}</a></p></main></html>`;
