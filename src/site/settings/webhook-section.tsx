import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { Button } from '#ui/button.tsx';
import { formatTime } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { copyWithToast } from '#ui/overlays/copy-with-toast.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import type { AdminSettings } from './settings-admin.contract.ts';
import * as m from './words/messages.ts';

const outcomes = {
  get created() {
    return m.endpoint_registered();
  },
  get repaired() {
    return m.the_endpoint_was_repaired();
  },
  get unchanged() {
    return m.endpoint_already_registered();
  },
};

/** Where the provider sends its events, and whether they arrive. */
export function WebhookSection({ settings }: { settings: AdminSettings }) {
  const { payments, webhook_url, stripe_secret_key } = settings;
  const client = useQueryClient();
  const { mutate: register, isPending } = useMutation({
    mutationFn: async () => (await api.admin.settings.webhook.$post()).json(),
    onSuccess({ outcome, settings: saved }) {
      showSaved(client, queryKeys.admin.settings, saved);
      toast.success(outcomes[outcome]);
    },
    onError: toastError,
  });
  return (
    <SettingsSection id="events" title={m.events()} about={m.webhook_about()}>
      {payments.is_silent && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3 text-sm">
          {m.webhook_is_silent()}
        </p>
      )}
      {payments.refused_event_at && (
        <p role="alert" className="rounded-md border border-danger px-4 py-3 text-sm">
          {m.webhook_is_refused({ time: formatTime(payments.refused_event_at) })}
        </p>
      )}
      <div>
        <Field
          label={m.webhook_endpoint_url()}
          hint={m.webhook_url_about()}
          value={webhook_url}
          readOnly
          onFocus={(event) => event.target.select()}
          aside={<CopyValue what={m.url()} text={webhook_url} />}
        />
      </div>
      <div>
        <div className="mb-1.5 flex items-baseline justify-between gap-4">
          <h3 className="font-sans text-sm font-semibold">
            {m.events_to_send_types({ types: m.count_type({ count: payments.webhook_events.length }) })}
          </h3>
          <CopyValue what={m.list_of_events()} text={payments.webhook_events.join('\n')} />
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
          {isPending ? m.registering() : m.register_endpoint_at_stripe()}
        </Button>
        <p className="text-[0.8125rem] text-muted">
          {payments.last_event_at
            ? m.last_event_last_event_at({ lastEventAt: formatTime(payments.last_event_at) })
            : !payments.refused_event_at && m.no_event_yet()}
        </p>
      </div>
      <p className="text-[0.8125rem] text-muted">
        {stripe_secret_key.is_set ? m.register_endpoint_about() : m.save_key_before_endpoint()}
      </p>
    </SettingsSection>
  );
}

/** Adds line break opportunities after dots and underscores. */
const Breakable = ({ name }: { name: string }) =>
  name.split(/(?<=[._])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));

function CopyValue({ what, text }: { what: string; text: string }) {
  return (
    <button
      type="button"
      aria-label={m.copy_what({ what })}
      className="min-h-6 text-[0.8125rem] text-muted hover:text-ink"
      onClick={() => void copyWithToast(text, common.copied(), m.couldnt_copy())}
    >
      {common.copy()}
    </button>
  );
}
