import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import type { Facts } from '#platform/text/facts.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { formatDay, formatMoney, formatNumber } from '#ui/format.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { copyLink, copyOrShow } from '#ui/overlays/copy-with-toast.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { OfferModal } from '../offer-modal.tsx';
import type { AdminOffer } from '../offers-admin.contract.ts';
import * as m from '../words/messages.ts';
import { offerWords } from './discount.ts';

/** The admins' list of offers; `children` are shown below it once its length is known. */
export function OffersSection({ children }: { children: ReactNode }) {
  const [editing, setEditing] = useState<AdminOffer | 'new'>();
  const [deleting, setDeleting] = useState<AdminOffer>();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: queryKeys.admin.offers,
    queryFn: async () => (await (await api.admin.offers.$get({ query: {} })).json()).items,
  });
  return (
    <>
      <div>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 className="text-2xl">{m.discount_codes()}</h2>
            <p className="mt-1 max-w-2xl text-muted">{m.offers_about()}</p>
          </div>
          <Button onClick={() => setEditing('new')}>{m.create_offer()}</Button>
        </div>
        {isPending && <div className="skeleton h-40" role="status" aria-label={m.loading_offers()} />}
        {isError && !data && (
          <EmptyState title={m.couldnt_load_the_offers()}>
            <TryAgain retry={refetch} />
          </EmptyState>
        )}
        {data?.length === 0 && <EmptyState title={m.no_offers_yet()}>{m.no_offers_about()}</EmptyState>}
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

const scopeWords: Record<AdminOffer['applies_to'], () => string> = {
  everything: m.all_plans_and_playbooks,
  plans: m.all_plans,
  playbooks: m.all_playbooks,
  chosen: m.chosen_items,
};

const isUsedUp = ({ max_redemptions, redemptions }: AdminOffer) =>
  max_redemptions !== null && redemptions >= max_redemptions;

const quietPill = 'bg-sunken text-muted';
const states = {
  active: { label: m.active, pill: 'bg-accent text-on-accent' },
  paused: { label: m.paused, pill: quietPill },
  ended: { label: m.ended, pill: quietPill },
  used_up: { label: m.used_up, pill: quietPill },
};

function stateOf(offer: AdminOffer): keyof typeof states {
  if (!offer.is_active) return 'paused';
  if (offer.has_ended) return 'ended';
  return isUsedUp(offer) ? 'used_up' : 'active';
}

function OfferRow({ offer, edit, remove }: { offer: AdminOffer; edit: () => void; remove: () => void }) {
  const client = useQueryClient();
  const { currency } = useSiteSettings();
  const state = states[stateOf(offer)];
  const toggle = useMutation({
    mutationFn: () =>
      api.admin.offers[':id'].$patch({ param: { id: offer.id }, json: { is_active: !offer.is_active } }),
    onSuccess: () => toast.success(offer.is_active ? m.offer_paused() : m.offer_resumed()),
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.admin.offers }),
  });
  const used = formatNumber(offer.redemptions);
  const facts: Facts = [
    [
      m.used(),
      offer.max_redemptions === null
        ? used
        : m.used_of_max({ used, max: formatNumber(offer.max_redemptions) }),
    ],
    offer.held > 0 && [m.in_checkout(), formatNumber(offer.held)],
    [m.given_away_at_checkout(), formatMoney(offer.given, currency)],
    [common.for_it(), scopeWords[offer.applies_to]()],
    [m.last_day(), offer.ends_at ? formatDay(offer.ends_at) : m.none()],
    [m.per_member(), offer.max_per_member === null ? m.no_limit() : formatNumber(offer.max_per_member)],
  ];
  const name = <span className="sr-only"> {offer.code}</span>;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 py-6">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl [overflow-wrap:anywhere]">
          {offer.code}
          <span
            className={classNames(
              'rounded-full px-2.5 py-0.5 font-sans text-[0.75rem] font-semibold',
              state.pill,
            )}
          >
            {state.label()}
          </span>
        </h3>
        <p className="mt-1 text-muted">{offerWords(offer, offer.currency ?? currency)}</p>
        <FactList isDense facts={facts} />
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyLink offer={offer} />
        <Button size="small" variant="secondary" disabled={toggle.isPending} onClick={() => toggle.mutate()}>
          {offer.is_active ? m.pause() : m.resume()}
          {name}
        </Button>
        <Button size="small" variant="secondary" onClick={edit}>
          {common.edit()}
          {name}
        </Button>
        {offer.redemptions + offer.held === 0 && (
          <Button size="small" variant="quiet" className="text-signal" onClick={remove}>
            {common.delete_it()}
            {name}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Copies the URL that opens the page with the code entered or, of an offer for several playbooks, the code. */
function CopyLink({ offer: { code, link_path: path } }: { offer: AdminOffer }) {
  const copy = () =>
    path === null ? copyOrShow(code, m.code_copied()) : copyLink(`${location.origin}${path}?code=${code}`);
  return (
    <Button size="small" variant="secondary" onClick={() => void copy()}>
      {path === null ? m.copy_code() : common.copy_link()}
      <span className="sr-only"> {code}</span>
    </Button>
  );
}

function DeleteOffer({ offer, close }: { offer: AdminOffer; close: () => void }) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => api.admin.offers[':id'].$delete({ param: { id: offer.id } }),
    async onSuccess() {
      toast.success(m.offer_deleted());
      await client.invalidateQueries({ queryKey: queryKeys.admin.offers });
      close();
    },
    onError: toastError,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={m.delete_code({ code: offer.code })}
      confirmLabel={common.delete_it()}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      {m.delete_offer_about()}
    </ConfirmDialog>
  );
}
