import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, reasonOr } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { RecordModal } from '#ui/saving/record-modal.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import * as common from '#ui/words/messages.ts';
import { emptyInputs, fieldLabels, offerForm, toInputs } from './offer-form.ts';
import { OfferInputs } from './offer-inputs.tsx';
import { offerWords } from './offer-words.ts';
import type { AdminOffer } from './offers-admin.contract.ts';
import { adminTiersQuery } from './public/admin-tiers-query.ts';
import { soldPlaybooksQuery } from './sold-playbooks-query.ts';
import * as m from './words/messages.ts';

/** Creates an offer, or edits one. */
export function OfferModal({ offer, close }: { offer: AdminOffer | undefined; close: () => void }) {
  const client = useQueryClient();
  const { currency } = useSiteSettings();
  const form = useSchemaForm(offerForm(currency), offer ? toInputs(offer, currency) : emptyInputs);
  const record = useRecordSave({
    form,
    draft: `offer:${offer?.id ?? 'new'}`,
    opened: offer?.updated_at,
    create: async (json) => (await api.admin.offers.$post({ json })).json(),
    update: async (json, made) =>
      (await api.admin.offers[':id'].$patch({ param: { id: offer?.id ?? made }, json })).json(),
    toInputs: (stored) => toInputs(stored, currency),
    readCurrent: async (made) =>
      (await api.admin.offers[':id'].$get({ param: { id: offer?.id ?? made } })).json(),
    explain: (error, atField) => atField ?? reasonOr(error, m.the_offer_could_not_be_saved()),
    async onSaved() {
      toast.success(offer ? m.offer_saved() : m.offer_created());
      await client.invalidateQueries({ queryKey: queryKeys.admin.offers });
    },
    close,
  });
  const isAsking = record.clashes !== undefined;
  const { data: plans = [] } = useQuery({ ...adminTiersQuery, enabled: isAsking });
  const { data: sold = [] } = useQuery({ ...soldPlaybooksQuery, enabled: isAsking });
  const names = new Map([
    ...plans.map(({ id, name }) => [id, name] as const),
    ...sold.map(({ id, title }) => [id, title] as const),
  ]);
  return (
    <RecordModal
      title={offer ? m.edit_offer() : m.create_offer()}
      close={close}
      isDirty={form.formState.isDirty}
      record={record}
      labels={fieldLabels}
      words={offerWords(names)}
      saveLabel={offer ? common.save_changes() : m.create_offer()}
    >
      {offer && offer.redemptions + offer.held > 0 && (
        <p className="rounded-md bg-sunken px-4 py-3 text-sm">{m.edit_offer_about()}</p>
      )}
      <OfferInputs form={form} currency={currency} />
    </RecordModal>
  );
}
