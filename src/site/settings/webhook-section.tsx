import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { formatTime, plural } from '#ui/format.ts';
import { SettingsSection } from '#ui/settings-section.tsx';
import { toast, toastError } from '#ui/toasts.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';

const outcomes = {
  created: 'The endpoint is registered, and its secret is saved.',
  repaired: 'The endpoint was repaired.',
  unchanged: 'The endpoint is already registered for every event.',
};

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied!');
  } catch {
    toast.error("Couldn't copy. Select the text and copy it.");
  }
}

/** Where the provider sends its events, and whether they arrive. */
export function WebhookSection({ settings }: { settings: AdminSettings }) {
  const { payments, webhook_url, stripe_secret_key } = settings;
  const client = useQueryClient();
  const { mutate: register, isPending } = useMutation({
    mutationFn: async () => (await api.admin.settings.webhook.$post()).json(),
    onSuccess({ outcome, settings: saved }) {
      client.setQueryData(queryKeys.admin.settings, saved);
      toast.success(outcomes[outcome]);
    },
    onError: toastError,
  });
  return (
    <SettingsSection
      title="Events"
      about="Stripe tells this site about payments by webhook. Without it, access is updated only once an hour."
    >
      {payments.is_silent && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3 text-sm">
          No events have come for a long time, although members have subscriptions. Register the endpoint
          again.
        </p>
      )}
      <div>
        <Field
          label="Webhook endpoint URL"
          hint="Enter this URL in your payment provider's webhook settings."
          value={webhook_url}
          readOnly
          onFocus={(event) => event.target.select()}
          aside={<CopyButton what="URL" text={webhook_url} />}
        />
      </div>
      <div>
        <div className="mb-1.5 flex items-baseline justify-between gap-4">
          <h3 className="font-sans text-sm font-semibold">
            Events to send ({plural(payments.webhook_events.length, 'type')})
          </h3>
          <CopyButton what="list of events" text={payments.webhook_events.join('\n')} />
        </div>
        <ul className="grid gap-x-6 gap-y-1 rounded-md border border-line bg-sunken px-4 py-3 font-mono text-[0.8125rem] sm:grid-cols-2">
          {payments.webhook_events.map((type) => (
            <li key={type}>
              <Breakable name={type} />
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          disabled={isPending || !stripe_secret_key.is_set}
          onClick={() => register()}
        >
          {isPending ? 'Registering...' : 'Register endpoint at Stripe'}
        </Button>
        <p className="text-[0.8125rem] text-muted">
          {payments.last_event_at ? `Last event: ${formatTime(payments.last_event_at)}` : 'No event yet.'}
        </p>
      </div>
      <p className="text-[0.8125rem] text-muted">
        {stripe_secret_key.is_set
          ? 'Adds the endpoint with these events and saves its secret, or repairs one that is incomplete.'
          : 'Save your secret key first. You can also add the endpoint at Stripe yourself.'}
      </p>
    </SettingsSection>
  );
}

/** Breaks after dots and underscores where it is too long for its line. */
const Breakable = ({ name }: { name: string }) =>
  name.split(/(?<=[._])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));

function CopyButton({ what, text }: { what: string; text: string }) {
  return (
    <button
      type="button"
      className="min-h-6 text-[0.8125rem] text-muted hover:text-ink"
      onClick={() => void copy(text)}
    >
      Copy<span className="sr-only"> the {what}</span>
    </button>
  );
}
