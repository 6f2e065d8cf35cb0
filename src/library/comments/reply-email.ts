import { html } from 'hono/html';
import { replyEmails } from '#constants';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { composeEmail, type EmailBranding } from '#platform/mail/email-layout.ts';
import type { Email } from '#platform/mail/mailer.server.ts';
import { cutText, wholeWords } from '#platform/text/cut-text.ts';
import { commentAddress } from './comment-address.ts';
import * as m from './words/messages.ts';

export type Reply = {
  id: string;
  /** Null once the account is deleted. */
  author: string | null;
  body: string;
  kind: 'prompt' | 'playbook';
  slug: string;
  title: string;
};
type Reader = { email: string; locale: string | null; unsubscribeUrl: string };

/** The maximum length of a title in a subject. */
const titleCharacters = 80;
const shorten = (text: string, length: number) =>
  text.length > length ? `${wholeWords(cutText(text, length))}…` : text;

/** The email about replies to its reader's comments: the text of a single reply with a button, or a list of several. */
export const composeReplies = (
  site: EmailBranding,
  replies: Reply[],
  { email, locale, unsubscribeUrl }: Reader,
): Promise<Email> =>
  inLanguage(locale, () => {
    const [first] = replies;
    const common = { to: email, small: m.email_because_commented({ site: site.name }), unsubscribeUrl };
    if (first && replies.length === 1)
      return composeEmail(site, {
        ...common,
        subject: sentenceOf({ ...first, title: shorten(first.title, titleCharacters) }),
        paragraphs: [sentenceOf(first)],
        body: quoteOf(first),
        action: { label: m.email_read_the_reply(), url: `${site.url}${commentAddress(first)}` },
      });
    const rest = replies.length - replyEmails.shown;
    const listed = replies.slice(0, replyEmails.shown).map((reply) => listedReply(site, reply));
    const more = rest > 0 ? m.email_and_more_replies({ count: rest }) : undefined;
    return composeEmail(site, {
      ...common,
      subject: m.email_new_replies({ count: replies.length }),
      paragraphs: [],
      body: {
        html: [
          ...listed.map((reply) => reply.html),
          more && html`<p dir="auto" style="margin:0 0 16px">${more}</p>`,
        ].join(''),
        text: [...listed.map(({ text }) => text), more].filter(Boolean).join('\n\n'),
      },
    });
  });

const sentenceOf = ({ author, title }: Reply) =>
  m.email_replied({ author: author ?? m.deleted_user(), title });

function listedReply(site: EmailBranding, reply: Reply) {
  const [sentence, url, quote] = [sentenceOf(reply), `${site.url}${commentAddress(reply)}`, quoteOf(reply)];
  return {
    html: `${html`<p dir="auto" style="margin:0 0 8px"><a class="link" href="${url}" style="color:${site.accent}">${sentence}</a></p>`}${quote.html}`,
    text: `${sentence}\n${url}\n${quote.text}`,
  };
}

function quoteOf({ body }: Reply) {
  const lines = shorten(body, replyEmails.characters).split('\n');
  return {
    html: String(
      html`<blockquote dir="auto" class="line" style="margin:0 0 24px;padding-left:16px;border-left:3px solid #ddd8cb">${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</blockquote>`,
    ),
    text: lines.map((line) => `> ${line}`).join('\n'),
  };
}
