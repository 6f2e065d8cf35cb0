import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RichText } from '#ui/rich-text.tsx';
import * as m from '../words/messages.ts';
import { settingsQuery } from './admin-settings-query.ts';

/** Warns the owner that no events arrive from the payment provider. */
export function WebhookWarning() {
  const { data } = useQuery(settingsQuery);
  if (!data?.payments.is_silent) return null;
  return (
    <p role="alert" className="mb-6 rounded-md border border-danger px-4 py-3">
      <RichText
        parts={m.stripe_is_silent({
          link: (text) => (
            <Link
              to="/admin/settings#events"
              className="font-semibold text-accent underline underline-offset-4"
            >
              {text}
            </Link>
          ),
        })}
      />
    </p>
  );
}
