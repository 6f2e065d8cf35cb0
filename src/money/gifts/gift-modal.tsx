import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { limits } from '#constants';
import { adminTiersQuery } from '#money/offers/public/admin-tiers-query.ts';
import { ApiError, api } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { showAtField } from '#ui/forms/server-field-error.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/overlays/modal.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { typedSince, useDraft } from '#ui/saving/use-draft.ts';
import * as common from '#ui/words/messages.ts';
import { emptyGift, giftForm } from './gift-form.ts';
import { invalidateGifts } from './invalidate-gifts.ts';
import * as m from './words/messages.ts';

/** Creates gift codes, one or many. */
export function GiftModal({ close }: { close: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(giftForm, emptyGift);
  const draft = useDraft(form, { key: 'gift:new' });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const { data: tiers = [] } = useQuery(adminTiersQuery);
  const { mutate: create, isPending } = useMutation({
    mutationFn: async (json: z.output<typeof giftForm>) =>
      (await api.admin.offers.gifts.$post({ json: { ...json, id: draft.sendAs() } })).json(),
    onMutate: () => structuredClone(form.getValues()),
    async onSuccess({ items }, _values, sent) {
      toast.success(m.gift_codes_created({ giftCodes: m.count_gift_code({ count: items.length }) }));
      if (typedSince(form, sent).length === 0) draft.settle();
      await invalidateGifts(client);
    },
    async onError(error) {
      if (!showAtField(form, error)) toastError(error);
      if (!(error instanceof ApiError && error.code === 'conflict')) return;
      // Codes of an earlier attempt whose answer was lost are in the list. What is typed now creates others.
      draft.renew();
      await invalidateGifts(client);
    },
  });
  const submit = handleSubmit((values) =>
    create(values, {
      onSuccess(_made, _values, sent) {
        // What was typed meanwhile is for other codes.
        if (sent && typedSince(form, sent).length > 0) return draft.renew();
        draft.forget();
        close();
      },
    }),
  );
  const plans = tiers.filter(({ price, access_level }) => price > 0 || access_level > 0);
  return (
    <Modal
      title={m.create_gift_codes()}
      close={close}
      isDirty={formState.isDirty}
      discard={draft.forget}
      onSubmit={submit}
    >
      <ModalBody>
        <DraftNotice draft={draft} />
        <p className="max-w-xl text-muted">{m.gift_codes_about()}</p>
        <Select
          label={common.plan()}
          options={[
            { value: '', label: m.choose_a_plan() },
            ...plans.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...register('tier_id')}
          error={errors.tier_id?.message}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={common.for_it()}
            type="number"
            min={1}
            {...register('length')}
            error={errors.length?.message}
          />
          <Select
            label={m.unit()}
            options={[
              { value: 'months', label: common.months() },
              { value: 'days', label: m.days() },
            ]}
            {...register('unit')}
          />
          <Field
            label={m.number_of_codes()}
            type="number"
            min={1}
            max={limits.giftCodes}
            {...register('count')}
            error={errors.count?.message}
          />
          <Field
            label={m.redeem_by()}
            type="date"
            hint={common.utc_leave_empty_for_no_end()}
            {...register('redeem_by')}
            error={errors.redeem_by?.message}
          />
        </div>
        <Field
          label={common.note()}
          hint={m.gift_note_about()}
          {...register('note')}
          error={errors.note?.message}
        />
      </ModalBody>
      <ModalFooter>
        <ModalCancel />
        <Button type="submit" disabled={isPending}>
          {isPending ? common.creating() : common.create()}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
