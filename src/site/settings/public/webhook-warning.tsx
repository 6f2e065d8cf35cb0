import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { settingsQuery } from '../settings-query.ts';

/** Tells the owner that no events come from the payment provider although they should. */
export function WebhookWarning() {
  const { data } = useQuery(settingsQuery);
  if (!data?.payments.is_silent) return null;
  return (
    <p role="alert" className="mb-6 rounded-md border border-danger px-4 py-3">
      No payment events have come from Stripe for a long time, although members have subscriptions. Check the
      webhook endpoint in{' '}
      <Link to="/admin/settings" className="font-semibold text-accent underline underline-offset-4">
        Site Settings
      </Link>
      .
    </p>
  );
}
