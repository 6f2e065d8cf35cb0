import { useSiteSettings } from '#site/settings/public/site-settings.tsx';

/** Says that nothing can be paid online, and whom to ask. */
export function PaymentNotice({ subject, what }: { subject: string; what: string }) {
  const { support_email } = useSiteSettings();
  return (
    <>
      Online payments aren't available yet. Email{' '}
      <a
        className="text-accent underline"
        href={`mailto:${support_email}?subject=${encodeURIComponent(subject)}`}
      >
        {support_email}
      </a>{' '}
      to get {what}.
    </>
  );
}
