import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { unlimitedCopies, unlimitedRuns } from '#constants';
import { adminTiersQuery } from '#money/offers/public/admin-tiers-query.ts';
import { api, reasonOr } from '#platform/client/api-client.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import type { Facts } from '#platform/text/facts.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { useInvalidateTiers } from './invalidate-tiers.ts';
import { TierEditor, TierModal } from './tier-editor.tsx';
import type { AdminTier } from './tiers-admin.contract.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.pricing_management);

export default function TiersAdminPage() {
  const [editing, setEditing] = useState<string[]>([]);
  const [edited, setEdited] = useState<string>();
  const [deleting, setDeleting] = useState<AdminTier>();
  const [isCreating, setIsCreating] = useState(false);
  const { data, isPending, isError, refetch } = useQuery(adminTiersQuery);
  useEffect(() => {
    if (isError) toast.error(m.failed_to_load_pricing_data());
  }, [isError]);
  return (
    <AdminFrame
      title={m.pricing_management()}
      action={<Button onClick={() => setIsCreating(true)}>{m.add_tier()}</Button>}
    >
      {isPending && <div className="skeleton h-40" role="status" aria-label={m.loading_plans()} />}
      {isError && !data && (
        <EmptyState title={m.couldnt_load_the_plans()}>
          <TryAgain retry={refetch} />
        </EmptyState>
      )}
      {data?.length === 0 && (
        <EmptyState title={m.no_plans_yet()}>{m.members_can_use_free_items_only()}</EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {data.map((tier) => (
            <li key={tier.id} className="py-6">
              {editing.includes(tier.id) ? (
                <TierEditor
                  tier={tier}
                  close={() => {
                    setEditing((before) => before.filter((id) => id !== tier.id));
                    setEdited(tier.id);
                  }}
                />
              ) : (
                <TierRow
                  tier={tier}
                  isEdited={edited === tier.id}
                  edit={() => setEditing((before) => [...before, tier.id])}
                  remove={() => setDeleting(tier)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isCreating && <TierModal close={() => setIsCreating(false)} />}
      {deleting &&
        (deleting.gift_count > 0 ? (
          <PromisedTier tier={deleting} close={() => setDeleting(undefined)} />
        ) : (
          <DeleteTier tier={deleting} close={() => setDeleting(undefined)} />
        ))}
    </AdminFrame>
  );
}

type RowProps = { tier: AdminTier; isEdited: boolean; edit: () => void; remove: () => void };

/** `isEdited`: it takes the place of its form, whose focus its button gets. */
function TierRow({ tier, isEdited, edit, remove }: RowProps) {
  const editButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isEdited && document.activeElement === document.body) editButton.current?.focus();
  }, [isEdited]);
  const { currency } = useSiteSettings();
  const facts: Facts = [
    [common.price(), m.price_month({ price: formatMoney(tier.price, currency) })],
    [
      m.copy_limit(),
      tier.daily_copy_limit >= unlimitedCopies
        ? common.unlimited()
        : (tier.reading_counts ? m.limit_per_day_reading_counts : m.limit_per_day)({
            limit: formatNumber(tier.daily_copy_limit),
          }),
    ],
    tier.daily_run_limit > 0 && [
      m.run_limit(),
      tier.daily_run_limit >= unlimitedRuns
        ? common.unlimited()
        : m.run_limit_per_day({ limit: formatNumber(tier.daily_run_limit) }),
    ],
    [m.trial(), common.count_day({ count: tier.trial_days })],
    [m.access_level(), String(tier.access_level)],
    [m.members(), formatNumber(tier.member_count)],
  ];
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-3 text-2xl [overflow-wrap:anywhere]">
          {tier.name}
          {tier.featured && (
            <span className="rounded-full bg-accent px-2.5 py-0.5 font-sans text-[0.75rem] font-semibold text-on-accent">
              {m.featured()}
            </span>
          )}
        </h2>
        <FactList isDense facts={facts} />
        {tier.features.length > 0 && (
          <ul className="mt-4 flex flex-wrap gap-2">
            {tier.features.map((feature) => (
              <li
                key={feature}
                className="rounded-full bg-sunken px-3 py-1 text-[0.8125rem] [overflow-wrap:anywhere]"
              >
                {feature}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button ref={editButton} size="small" variant="secondary" onClick={edit}>
          {common.edit()}
          <span className="sr-only"> {tier.name}</span>
        </Button>
        <Button size="small" variant="quiet" className="text-signal" onClick={remove}>
          {common.delete_it()}
          <span className="sr-only"> {tier.name}</span>
        </Button>
      </div>
    </div>
  );
}

/** Says that gift codes keep a tier from being deleted, and leads to them. */
function PromisedTier({ tier, close }: { tier: AdminTier; close: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={m.this_tier_cant_be_deleted_yet()}
      confirmLabel={m.show_gift_codes()}
      cancelLabel={common.close()}
      variant="primary"
      onConfirm={() => void navigate('/admin/offers#gift-codes')}
    >
      {m.promised_by_gift_codes({ count: tier.gift_count })}
    </ConfirmDialog>
  );
}

function DeleteTier({ tier, close }: { tier: AdminTier; close: () => void }) {
  const invalidateTiers = useInvalidateTiers();
  const removal = useMutation({
    mutationFn: () => api.admin.tiers[':id'].$delete({ param: { id: tier.id } }),
    async onSuccess() {
      toast.success(m.tier_deleted_successfully());
      await invalidateTiers();
      close();
    },
    onError: (error) => toast.error(reasonOr(error, m.failed_to_delete_tier())),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question={m.delete_tier_question()}
      confirmLabel={common.delete_it()}
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      {tier.member_count === 0
        ? m.no_members_are_on_name({ name: tier.name })
        : m.members_lose_plan({ count: tier.member_count, name: tier.name })}
    </ConfirmDialog>
  );
}
