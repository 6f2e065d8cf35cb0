import { html, raw } from 'hono/html';
import { locale } from '../language/locale.ts';
import { type Facts, factsThatApply } from '../text/facts.ts';
import * as m from '../words/messages.ts';
import { darkQuery } from './email-look.ts';
import type { Email } from './mailer.server.ts';

/** The site's branding in its emails. The logo's URL is absolute. */
export type EmailBranding = {
  name: string;
  url: string;
  supportEmail: string;
  logo: { url: string; width: number; height: number } | { character: string };
  /** The color of buttons and links as #rrggbb, on light and on dark backgrounds. */
  accent: string;
  accentDark: string;
};

type Content = {
  to: string;
  subject: string;
  paragraphs: string[];
  /** Names and values, as on a receipt. */
  facts?: Facts;
  /** Content that a feature has composed itself, as safe HTML and as text. */
  body?: { html: string; text: string };
  action?: { label: string; url: string };
  /** Why the reader gets this email. */
  small: string;
  unsubscribeUrl?: string;
  /** A tracking pixel at the end. */
  pixelUrl?: string | undefined;
};

/**
 * Lays out an email in the current language (`inLanguage`), as plain text and as HTML without a style sheet. `html`
 * escapes every value.
 */
export async function composeEmail(site: EmailBranding, content: Content): Promise<Email> {
  const { to, subject, unsubscribeUrl } = content;
  return {
    to,
    subject,
    text: plainText(site, content),
    html: String(await htmlDocument(site, content)),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  };
}

function plainText(site: EmailBranding, content: Content) {
  const { paragraphs, body, action, small, unsubscribeUrl } = content;
  const facts = content.facts && factsThatApply(content.facts);
  return [
    ...paragraphs,
    body?.text,
    facts?.map(([name, value]) => `${name}: ${value}`).join('\n'),
    action && `${action.label}:\n${action.url}`,
    small,
    `— ${site.name}\n${site.url}\n${m.email_questions()} ${site.supportEmail}`,
    unsubscribeUrl && `${m.email_unsubscribe()}: ${unsubscribeUrl}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function htmlDocument(site: EmailBranding, content: Content) {
  const { subject, paragraphs, body, action, small, unsubscribeUrl, pixelUrl } = content;
  const logo =
    'url' in site.logo
      ? html`<img src="${site.logo.url}" alt="" width="${site.logo.width}" height="${site.logo.height}" style="vertical-align:middle;margin-right:10px;border-radius:6px">`
      : html`<span aria-hidden="true" style="display:inline-block;width:32px;height:32px;margin-right:10px;border-radius:6px;background:${site.accent};color:#ffffff;font:18px/32px sans-serif;text-align:center;vertical-align:middle">${site.logo.character}</span>`;
  const rows =
    content.facts &&
    factsThatApply(content.facts).map(
      ([name, value]) =>
        html`<tr><td dir="auto" class="muted line" style="padding:8px 0;border-bottom:1px solid #ddd8cb;color:#5d665f;overflow-wrap:break-word">${name}</td><td dir="auto" class="line" style="padding:8px 0;border-bottom:1px solid #ddd8cb;text-align:right;font-weight:bold">${value}</td></tr>`,
    );
  const link = `color:${site.accent}`;
  return html`<!doctype html><html lang="${locale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${raw(darkStyle(site.accentDark))}</style></head>
<body class="page" style="margin:0;padding:32px 16px;background:#f6f4ee;color:#1d2521;font:16px/1.5 Georgia,serif">
<!--[if mso]><table role="presentation" width="520" align="center" style="border-collapse:collapse"><tr><td style="padding:0"><![endif]--><div class="card line" style="max-width:520px;margin:0 auto;padding:32px;background:#fffdf8;border:1px solid #ddd8cb;overflow-wrap:anywhere">
<p dir="auto" style="margin:0 0 24px;font-size:20px;font-weight:bold">${logo}${site.name}</p>
${paragraphs.map((paragraph) => html`<p dir="auto" style="margin:0 0 16px">${paragraph}</p>\n`)}${body && raw(body.html)}${rows && html`<table role="presentation" class="line" style="width:100%;margin:0 0 24px;border-collapse:collapse;border-top:1px solid #ddd8cb">${rows}</table>`}
${action && html`<p style="margin:0 0 24px"><a class="button" href="${action.url}" style="display:inline-block;padding:12px 20px;background:${site.accent};color:#ffffff;text-decoration:none">${action.label}</a></p>\n`}<p dir="auto" class="muted" style="margin:0 0 8px;color:#5d665f;font-size:14px">${small}</p>
<p dir="auto" class="muted" style="margin:0;color:#5d665f;font-size:14px">${m.email_questions()} <a class="link" href="mailto:${site.supportEmail}" style="${link}">${site.supportEmail}</a>${unsubscribeUrl && html` · <a class="link" href="${unsubscribeUrl}" style="${link}">${m.email_unsubscribe()}</a>`}</p>
</div><!--[if mso]></td></tr></table><![endif]-->${pixelUrl && html`<img src="${pixelUrl}" width="1" height="1" alt="" style="display:block">`}</body></html>`;
}

const darkStyle = (accent: string) =>
  `${darkQuery}{.page{background:#121614!important;color:#e8ebe6!important}.card{background:#1a1f1c!important}.line{border-color:#39423c!important}.muted{color:#a9b2ab!important}.link{color:${accent}!important}.code{background:#0d110f!important}.button{background:${accent}!important;color:#0c1d16!important}}`;
