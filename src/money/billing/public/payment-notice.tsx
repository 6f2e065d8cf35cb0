import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import * as m from '../words/messages.ts';

/** Says that nothing can be paid online, and whom to ask. */
export function PaymentNotice({ subject, what }: { subject: string; what: string }) {
  const { support_email } = useSiteSettings();
  return (
    <>
      {m.online_payments_arent_available_yet_email()}{' '}
      <a
        className="text-accent underline"
        href={`mailto:${support_email}?subject=${encodeURIComponent(subject)}`}
      >
        {support_email}
      </a>{' '}
      {m.to_get_what({ what })}
    </>
  );
}
