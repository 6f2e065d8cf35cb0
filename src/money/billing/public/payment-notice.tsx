import { useSiteSettings } from '#site/settings/public/site-settings.tsx';

/** Says that nothing can be paid here, and who can help. */
export function PaymentNotice({ subject, what }: { subject: string; what: string }) {
  const { support_email } = useSiteSettings();
  return (
    <>
      Online payment is not open on this site yet. Write to{' '}
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
