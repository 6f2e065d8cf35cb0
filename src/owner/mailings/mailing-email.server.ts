import { html } from 'hono/html';
import { AppError } from '#platform/errors.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { Email } from '#platform/mail/mailer.server.ts';
import { formatNumber } from '#ui/format.ts';
import type { DigestItem } from './digest-items.server.ts';
import { emailMarkdown } from './email-markdown.server.ts';
import * as m from './words/messages.ts';

type Content = { html: string; text: string };
type Reader = { email: string; locale: string | null; unsubscribeUrl: string; pixelUrl?: string | undefined };
export type Compose = (reader: Reader) => Promise<Email>;

/** The owner's email, for any number of readers. @throws AppError 422 if the text can't be laid out */
export function composeMessage(
  site: EmailBranding,
  { subject, body }: { subject: string; body: string },
): Compose {
  const content = emailMarkdown(body, { publicUrl: site.url, accent: site.accent });
  if (!content) throw new AppError('validation_failed', m.refused_too_complex());
  return ({ email, locale, unsubscribeUrl, pixelUrl }) =>
    inLanguage(locale, () =>
      composeEmail(site, {
        to: email,
        subject,
        paragraphs: [],
        body: content,
        small: m.email_because_member({ site: site.name }),
        unsubscribeUrl,
        pixelUrl,
      }),
    );
}

/** New items, by name only. */
export function composeDigest(
  site: EmailBranding,
  { items, total }: { items: DigestItem[]; total: number },
): Compose {
  const addressOf = ({ collection, slug }: DigestItem) =>
    `${site.url}/${collection === 'prompts' ? 'prompt' : 'playbook'}/${slug}`;
  const style = `color:${site.accent}`;
  const listed: Content = {
    html: String(
      html`<ul style="margin:0 0 16px;padding-left:24px">${items.map((item) => html`<li dir="auto" style="margin:0 0 6px"><a class="link" href="${addressOf(item)}" style="${style}">${item.title}</a></li>`)}</ul>`,
    ),
    text: items.map((item) => `- ${item.title}\n  ${addressOf(item)}`).join('\n'),
  };
  const compose = (locale: string | null) =>
    inLanguage(locale, () => {
      const rest = total - items.length;
      return {
        subject: m.email_new_last_week({ count: total, site: site.name }),
        paragraphs: [m.email_new_last_week_about()],
        body:
          rest > 0
            ? {
                html: `${listed.html}${html`<p dir="auto" style="margin:0 0 16px">${m.email_and_more({ count: formatNumber(rest) })}</p>`}`,
                text: `${listed.text}\n\n${m.email_and_more({ count: formatNumber(rest) })}`,
              }
            : listed,
        action: { label: m.email_see_whats_new(), url: `${site.url}/prompts?sort=newest` },
        small: m.email_because_digest({ site: site.name }),
      };
    });
  return ({ email, locale, unsubscribeUrl }) =>
    inLanguage(locale, () => composeEmail(site, { ...compose(locale), to: email, unsubscribeUrl }));
}
