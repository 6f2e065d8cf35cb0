import { useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Button } from '#ui/button.tsx';
import { ConflictNotice } from '#ui/conflict-notice.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/modal.tsx';
import { toast } from '#ui/toasts.tsx';
import { useRecordSave } from '#ui/use-record-save.ts';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import { emptyInputs, offerForm, toInputs } from './offer-form.ts';
import { OfferInputs } from './offer-inputs.tsx';
import type { AdminOffer } from './offers-admin.contract.ts';

/** Creates an offer, or edits one. */
export function OfferModal({ offer, close }: { offer: AdminOffer | undefined; close: () => void }) {
  const client = useQueryClient();
  const { currency } = useSiteSettings();
  const form = useSchemaForm(offerForm(currency), offer ? toInputs(offer, currency) : emptyInputs);
  const record = useRecordSave({
    form,
    opened: offer?.updated_at,
    write: (json, updated_at) =>
      offer
        ? api.admin.offers[':id'].$patch({
            param: { id: offer.id },
            json: updated_at === undefined ? json : { ...json, updated_at },
          })
        : api.admin.offers.$post({ json }),
    async readCurrent() {
      const { items } = await (await api.admin.offers.$get()).json();
      return items.find(({ id }) => id === offer?.id);
    },
    explain: (error, atField) =>
      atField ?? (error instanceof Error ? error.message : 'The offer could not be saved'),
    async onSaved() {
      toast.success(offer ? 'Offer saved' : 'Offer created');
      await client.invalidateQueries({ queryKey: queryKeys.admin.offers });
      close();
    },
  });
  return (
    <Modal
      title={offer ? 'Edit Offer' : 'Create Offer'}
      close={close}
      isDirty={form.formState.isDirty}
      onSubmit={record.save}
    >
      <ModalBody>
        <ConflictNotice record={record} form={form} toInputs={(stored) => toInputs(stored, currency)} />
        {offer && offer.redemptions + offer.held > 0 && (
          <p className="rounded-md bg-sunken px-4 py-3 text-sm">
            Members who already used this offer keep the discount they were shown. Your changes apply to new
            checkouts.
          </p>
        )}
        <OfferInputs form={form} currency={currency} />
      </ModalBody>
      <ModalFooter>
        <ModalCancel />
        <Button type="submit" disabled={record.isBusy}>
          {record.isBusy ? 'Saving...' : offer ? 'Save Changes' : 'Create Offer'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
