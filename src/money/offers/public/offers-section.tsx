import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '#platform/api-client.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatDay, formatMoney, formatNumber } from '#ui/format.ts';
import { toast, toastError } from '#ui/toasts.tsx';
import { OfferModal } from '../offer-modal.tsx';
import type { AdminOffer } from '../offers-admin.contract.ts';
import { offerWords } from './discount.ts';

/** The admins' list of offers; `children` stand below it once its length is known. */
export function OffersSection({ children }: { children: ReactNode }) {
  const [editing, setEditing] = useState<AdminOffer | 'new'>();
  const [deleting, setDeleting] = useState<AdminOffer>();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: queryKeys.admin.offers,
    queryFn: async () => (await (await api.admin.offers.$get()).json()).items,
  });
  return (
    <>
      <div>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 className="text-2xl">Discount codes</h2>
            <p className="mt-1 max-w-2xl text-muted">
              They reduce the price of plans and playbooks, shown before anybody pays.
            </p>
          </div>
          <Button onClick={() => setEditing('new')}>Create Offer</Button>
        </div>
        {isPending && <div className="skeleton h-40" role="status" aria-label="Loading offers" />}
        {isError && !data && (
          <EmptyState title="Couldn't load the offers">
            <Button variant="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          </EmptyState>
        )}
        {data?.length === 0 && (
          <EmptyState title="No offers yet">
            Create one, then share its code or its link. Members see the reduced price before they pay.
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {data.map((offer) => (
              <OfferRow
                key={offer.id}
                offer={offer}
                edit={() => setEditing(offer)}
                remove={() => setDeleting(offer)}
              />
            ))}
          </ul>
        )}
        {editing && (
          <OfferModal offer={editing === 'new' ? undefined : editing} close={() => setEditing(undefined)} />
        )}
        {deleting && <DeleteOffer offer={deleting} close={() => setDeleting(undefined)} />}
      </div>
      {!isPending && children}
    </>
  );
}

const scopeWords: Record<AdminOffer['applies_to'], string> = {
  everything: 'All plans and playbooks',
  plans: 'All plans',
  playbooks: 'All playbooks',
  chosen: 'Chosen items',
};

const hasEnded = ({ ends_at }: AdminOffer) => ends_at !== null && Date.parse(ends_at) <= Date.now();
const isUsedUp = ({ max_redemptions, redemptions }: AdminOffer) =>
  max_redemptions !== null && redemptions >= max_redemptions;

function stateOf(offer: AdminOffer) {
  if (!offer.is_active) return 'Paused';
  if (hasEnded(offer)) return 'Ended';
  return isUsedUp(offer) ? 'Used up' : 'Active';
}

function OfferRow({ offer, edit, remove }: { offer: AdminOffer; edit: () => void; remove: () => void }) {
  const client = useQueryClient();
  const { currency } = useSiteSettings();
  const state = stateOf(offer);
  const toggle = useMutation({
    mutationFn: () =>
      api.admin.offers[':id'].$patch({ param: { id: offer.id }, json: { is_active: !offer.is_active } }),
    onSuccess: () => toast.success(offer.is_active ? 'Offer paused' : 'Offer resumed'),
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin.offers }),
  });
  const limit = offer.max_redemptions === null ? '' : ` of ${formatNumber(offer.max_redemptions)}`;
  const facts = [
    ['Used', `${formatNumber(offer.redemptions)}${limit}`],
    ...(offer.held > 0 ? [['In checkout', formatNumber(offer.held)]] : []),
    ['Given away at checkout', formatMoney(offer.given, currency)],
    ['For', scopeWords[offer.applies_to]],
    ['Last day', offer.ends_at ? formatDay(offer.ends_at) : 'None'],
    ['Per member', offer.max_per_member === null ? 'No limit' : formatNumber(offer.max_per_member)],
  ] as const;
  const name = <span className="sr-only"> {offer.code}</span>;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 py-6">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl [overflow-wrap:anywhere]">
          {offer.code}
          <span
            className={
              state === 'Active'
                ? 'rounded-full bg-accent px-2.5 py-0.5 font-sans text-[0.75rem] font-semibold text-on-accent'
                : 'rounded-full bg-sunken px-2.5 py-0.5 font-sans text-[0.75rem] font-semibold text-muted'
            }
          >
            {state}
          </span>
        </h3>
        <p className="mt-1 text-muted">{offerWords(offer, offer.currency ?? currency)}</p>
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt className="text-[0.8125rem] text-muted">{term}</dt>
              <dd className="font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyLink offer={offer} />
        <Button size="small" variant="secondary" disabled={toggle.isPending} onClick={() => toggle.mutate()}>
          {offer.is_active ? 'Pause' : 'Resume'}
          {name}
        </Button>
        <Button size="small" variant="secondary" onClick={edit}>
          Edit{name}
        </Button>
        {offer.redemptions + offer.held === 0 && (
          <Button size="small" variant="quiet" className="text-signal" onClick={remove}>
            Delete{name}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The address that opens /pricing with the code entered. */
function CopyLink({ offer }: { offer: AdminOffer }) {
  const link = `${location.origin}/pricing?code=${offer.code}`;
  return (
    <Button
      size="small"
      variant="secondary"
      onClick={() =>
        navigator.clipboard.writeText(link).then(
          () => toast.success('Link copied'),
          () => toast.info(link),
        )
      }
    >
      Copy link<span className="sr-only"> {offer.code}</span>
    </Button>
  );
}

function DeleteOffer({ offer, close }: { offer: AdminOffer; close: () => void }) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => api.admin.offers[':id'].$delete({ param: { id: offer.id } }),
    async onSuccess() {
      toast.success('Offer deleted');
      await client.invalidateQueries({ queryKey: queryKeys.admin.offers });
      close();
    },
    onError: toastError,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={`Delete ${offer.code}?`}
      confirmLabel="Delete"
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      Nobody has used it. Links with this code will stop working.
    </ConfirmDialog>
  );
}
