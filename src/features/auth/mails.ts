import type { Mail } from '#platform/mail.server.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

type Content = {
  to: string;
  subject: string;
  site: string;
  paragraphs: string[];
  action: { label: string; url: string };
  small: string;
};

/** One plain layout, as text and as HTML that needs no picture and no style sheet from outside. */
function compose({ to, subject, site, paragraphs, action, small }: Content): Mail {
  const text = [...paragraphs, `${action.label}:\n${action.url}`, small, `— ${site}`].join('\n\n');
  const body = paragraphs
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`)
    .join('');
  const html = `<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px;background:#f6f4ee;color:#1d2521;font:16px/1.5 Georgia,serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fffdf8;border:1px solid #ddd8cb">
<p style="margin:0 0 24px;font-weight:bold">${escapeHtml(site)}</p>${body}
<p style="margin:0 0 24px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:#174c3c;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0;color:#5d665f;font-size:14px">${escapeHtml(small)}</p></div></body></html>`;
  return { to, subject, text, html };
}

export const recoveryMail = (to: string, site: string, url: string): Mail =>
  compose({
    to,
    site,
    subject: `Set a new password for ${site}`,
    paragraphs: ['Somebody, most likely you, asked to set a new password for this address.'],
    action: { label: 'Set a new password', url },
    small:
      'The link works once, for 24 hours. If it was not you, nothing has changed and you need not do anything.',
  });

export const welcomeMail = (to: string, site: string, url: string): Mail =>
  compose({
    to,
    site,
    subject: `Welcome to ${site}`,
    paragraphs: [
      `Your account at ${site} is ready.`,
      'Pick a prompt, copy it, put in your own details and see what comes back.',
    ],
    action: { label: 'Browse the library', url },
    small: 'You get this mail once, because an account was made with this address.',
  });
