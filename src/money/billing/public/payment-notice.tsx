import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { RichText } from '#ui/rich-text.tsx';
import * as m from '../words/messages.ts';

/** Says that online payments aren't available, and whom to ask. */
export function PaymentNotice({ subject, item }: { subject: string; item: 'plan' | 'playbook' }) {
  const { support_email } = useSiteSettings();
  return (
    <RichText
      parts={m.email_to_get_it({
        email: support_email,
        item,
        link: (text) => (
          <a
            className="text-accent underline"
            href={`mailto:${support_email}?subject=${encodeURIComponent(subject)}`}
          >
            {text}
          </a>
        ),
      })}
    />
  );
}
