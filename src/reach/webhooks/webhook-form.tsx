import { useId } from 'react';
import { z } from 'zod';
import { limits, webhookEvents } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { RecordModal } from '#ui/saving/record-modal.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import * as common from '#ui/words/messages.ts';
import { eventLabel } from './event-label.ts';
import { chosenEvents, webhookNote, webhookUrl } from './webhook-fields.ts';
import type { WebhookItem } from './webhooks.contract.ts';
import * as m from './words/messages.ts';

const schema = z.object({ url: webhookUrl, note: webhookNote, events: chosenEvents });

type Props = {
  /** The webhook to change; undefined for a new one. */
  webhook?: WebhookItem | undefined;
  close: () => void;
  /** Called after each save, with the secret of a new webhook. */
  onSaved: (secret?: string) => Promise<void>;
};

type Saved = WebhookItem & { secret?: string };
const toInputs = ({ url, note, events }: Saved) => ({ url, note, events });
const emptyInputs = { url: '', note: '', events: [...webhookEvents] };

/** Asks for the URL and the events of a webhook. */
export function WebhookForm({ webhook, close, onSaved }: Props) {
  const form = useSchemaForm(schema, webhook ? toInputs(webhook) : emptyInputs);
  const note = useId();
  const { errors, isDirty } = form.formState;
  const record = useRecordSave({
    form,
    draft: `webhook:${webhook?.id ?? 'new'}`,
    opened: webhook?.updated_at,
    create: async (json) => (await api.admin.webhooks.$post({ json })).json(),
    update: async (json, made) =>
      (await api.admin.webhooks[':id'].$patch({ param: { id: webhook?.id ?? made }, json })).json(),
    readCurrent: async (made) =>
      (await api.admin.webhooks[':id'].$get({ param: { id: webhook?.id ?? made } })).json(),
    toInputs,
    explain: (error, atField) => atField ?? (error as Error).message,
    onSaved: (saved: Saved | undefined) => onSaved(saved?.secret),
    close,
  });
  return (
    <RecordModal
      title={webhook ? m.edit_webhook() : m.add_webhook()}
      close={close}
      isDirty={isDirty}
      record={record}
      labels={{ url: m.address, note: m.note, events: m.events }}
      words={{ events: (types) => (types as Saved['events']).map(eventLabel).join('\n') }}
      saveLabel={webhook ? common.save_changes() : m.add_webhook()}
    >
      <Field
        label={m.address()}
        type="url"
        maxLength={limits.webhookAddress}
        autoComplete="off"
        error={errors.url?.message}
        {...form.register('url')}
      />
      <Field
        label={m.note()}
        maxLength={limits.webhookNote}
        autoComplete="off"
        error={errors.note?.message}
        {...form.register('note')}
      />
      <fieldset aria-describedby={errors.events && note}>
        <legend className="mb-1.5 text-sm font-semibold">{m.events()}</legend>
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {webhookEvents.map((type) => (
            <li key={type}>
              <Checkbox
                className="py-2"
                label={
                  <>
                    {eventLabel(type)} <code className="font-mono text-xs text-muted">{type}</code>
                  </>
                }
                value={type}
                isOneOfMany
                {...form.register('events')}
              />
            </li>
          ))}
        </ul>
        {errors.events && (
          <p id={note} className="mt-1.5 text-[0.8125rem] text-signal">
            {errors.events.message}
          </p>
        )}
      </fieldset>
    </RecordModal>
  );
}
