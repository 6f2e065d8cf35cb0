import type { Mail } from './mail.server.ts';

/** Whose mail it is. A logo's address is absolute. */
export type MailSite = {
  name: string;
  url: string;
  supportEmail: string;
  logo: { url: string } | { character: string };
};

type Content = {
  to: string;
  subject: string;
  paragraphs: string[];
  /** Name and value, as on a receipt. */
  facts?: [string, string][];
  action: { label: string; url: string };
  /** Why the reader gets this. */
  small: string;
  unsubscribeUrl?: string;
};

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

/** One layout for every mail, as text and as HTML that needs no style sheet; links only lead to the site. */
export function composeMail(site: MailSite, content: Content): Mail {
  const { to, subject, paragraphs, facts = [], action, small, unsubscribeUrl } = content;
  const text = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    `${action.label}:\n${action.url}`,
    small,
    `— ${site.name}\n${site.url}\nQuestions? ${site.supportEmail}`,
    ...(unsubscribeUrl ? [`No more notes like this: ${unsubscribeUrl}`] : []),
  ].join('\n\n');
  const logo =
    'url' in site.logo
      ? `<img src="${escapeHtml(site.logo.url)}" alt="" width="32" height="32" style="vertical-align:middle;margin-right:10px;border-radius:6px">`
      : `<span aria-hidden="true" style="display:inline-block;width:32px;height:32px;margin-right:10px;border-radius:6px;background:#174c3c;color:#ffffff;font:18px/32px sans-serif;text-align:center;vertical-align:middle">${escapeHtml(site.logo.character)}</span>`;
  const rows = facts
    .map(
      ([name, value]) =>
        `<tr><td style="padding:8px 0;border-bottom:1px solid #ddd8cb;color:#5d665f">${escapeHtml(name)}</td><td style="padding:8px 0;border-bottom:1px solid #ddd8cb;text-align:right;font-weight:bold">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f4ee;color:#1d2521;font:16px/1.5 Georgia,serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fffdf8;border:1px solid #ddd8cb">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">${logo}${escapeHtml(site.name)}</p>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
${rows && `<table role="presentation" style="width:100%;margin:0 0 24px;border-collapse:collapse;border-top:1px solid #ddd8cb">${rows}</table>`}
<p style="margin:0 0 24px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:#174c3c;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 8px;color:#5d665f;font-size:14px">${escapeHtml(small)}</p>
<p style="margin:0;color:#5d665f;font-size:14px">Questions? <a href="mailto:${escapeHtml(site.supportEmail)}" style="color:#174c3c">${escapeHtml(site.supportEmail)}</a>${unsubscribeUrl ? ` · <a href="${escapeHtml(unsubscribeUrl)}" style="color:#174c3c">No more notes like this</a>` : ''}</p>
</div></body></html>`;
  return { to, subject, text, html, ...(unsubscribeUrl ? { unsubscribeUrl } : {}) };
}
