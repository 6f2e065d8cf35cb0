import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { plural } from '#ui/format.ts';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/modal.tsx';
import { Select } from '#ui/select.tsx';
import { toast, toastError } from '#ui/toasts.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import { emptyGift, giftForm } from './gift-form.ts';

/** Creates gift codes, one or many. */
export function GiftModal({ close }: { close: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(giftForm, emptyGift);
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const { data: tiers = [] } = useQuery({
    queryKey: queryKeys.admin.tiers,
    queryFn: async () => (await (await api.admin.tiers.$get()).json()).items,
  });
  const { mutate: create, isPending } = useMutation({
    mutationFn: async (json: z.output<typeof giftForm>) =>
      (await api.admin.offers.gifts.$post({ json })).json(),
    async onSuccess({ items }) {
      toast.success(`${plural(items.length, 'gift code')} created`);
      await client.invalidateQueries({ queryKey: queryKeys.admin.gifts.all });
      close();
    },
    onError: toastError,
  });
  const plans = tiers.filter(({ price, access_level }) => price > 0 || access_level > 0);
  return (
    <Modal
      title="Create Gift Codes"
      close={close}
      isDirty={formState.isDirty}
      onSubmit={handleSubmit((values) => create(values))}
    >
      <ModalBody>
        <p className="max-w-xl text-muted">
          Each code gives one person a plan for some time, without payment. It ends by itself.
        </p>
        <Select
          label="Plan"
          options={[
            { value: '', label: 'Choose a plan' },
            ...plans.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...register('tier_id')}
          error={errors.tier_id?.message}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="For" type="number" min={1} {...register('length')} error={errors.length?.message} />
          <Select
            label="Unit"
            options={[
              { value: 'months', label: 'Months' },
              { value: 'days', label: 'Days' },
            ]}
            {...register('unit')}
          />
          <Field
            label="Number of codes"
            type="number"
            min={1}
            max={500}
            {...register('count')}
            error={errors.count?.message}
          />
          <Field
            label="Redeem by"
            type="date"
            hint="UTC. Leave empty for no end."
            {...register('redeem_by')}
            error={errors.redeem_by?.message}
          />
        </div>
        <Field
          label="Note"
          hint="For whom, or what for. Only admins see it."
          {...register('note')}
          error={errors.note?.message}
        />
      </ModalBody>
      <ModalFooter>
        <ModalCancel />
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Creating...' : 'Create'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
