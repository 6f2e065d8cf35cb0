import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { limits, webhookEvents } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { Modal, ModalCancel, ModalFooter } from '#ui/overlays/modal.tsx';
import { toastError } from '#ui/overlays/toasts.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useDraft } from '#ui/saving/use-draft.ts';
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
  /** Called with the secret of a new webhook. */
  onSaved: (secret?: string) => Promise<void>;
};

/** Asks for the URL and the events of a webhook. */
export function WebhookForm({ webhook, close, onSaved }: Props) {
  const form = useSchemaForm(schema, webhook ?? { url: '', note: '', events: [...webhookEvents] });
  const draft = useDraft(form, { key: `webhook:${webhook?.id ?? 'new'}`, isUnversioned: true });
  const { errors, isDirty } = form.formState;
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: z.output<typeof schema>) => {
      if (!webhook) return (await (await api.admin.webhooks.$post({ json: values })).json()).secret;
      await api.admin.webhooks[':id'].$patch({ param: { id: webhook.id }, json: values });
      return undefined;
    },
    onSuccess(secret) {
      draft.forget();
      return onSaved(secret);
    },
    onError: toastError,
  });
  return (
    <Modal
      title={webhook ? m.edit_webhook() : m.add_webhook()}
      close={close}
      isDirty={isDirty}
      discard={draft.forget}
      onSubmit={form.handleSubmit((values) => mutate(values))}
    >
      <div className="min-h-0 flex-1 space-y-5 overflow-y-auto p-5 md:p-7">
        <DraftNotice draft={draft} />
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
        <fieldset>
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
          {errors.events && <p className="mt-1.5 text-[0.8125rem] text-signal">{errors.events.message}</p>}
        </fieldset>
      </div>
      <ModalFooter>
        <ModalCancel />
        <Button type="submit" disabled={isPending}>
          {webhook ? common.save_changes() : m.add_webhook()}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
