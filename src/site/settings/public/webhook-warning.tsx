import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RichText } from '#ui/rich-text.tsx';
import * as m from '../words/messages.ts';
import { settingsQuery } from './admin-settings-query.ts';

/** Warns the owner that no events arrive from the payment provider, or that they are refused. */
export function WebhookWarning() {
  const { data } = useQuery(settingsQuery);
  if (!data) return null;
  const { is_silent, refused_event_at } = data.payments;
  if (!is_silent && !refused_event_at) return null;
  const message = refused_event_at ? m.stripe_is_refused : m.stripe_is_silent;
  return (
    <p role="alert" className="mb-6 rounded-md border border-danger px-4 py-3">
      <RichText
        parts={message({
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
