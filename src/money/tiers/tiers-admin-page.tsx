import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { unlimitedCopies } from '#constants';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatMoney, formatNumber, plural } from '#ui/format.ts';
import { toast } from '#ui/toasts.tsx';
import { useInvalidateTiers } from './public/invalidate-tiers.ts';
import { TierEditor, TierModal } from './tier-editor.tsx';
import type { AdminTier } from './tiers-admin.contract.ts';

export const meta = () => privateMeta('Pricing Management');

export default function TiersAdminPage() {
  const [editing, setEditing] = useState<string>();
  const [deleting, setDeleting] = useState<AdminTier>();
  const [isCreating, setIsCreating] = useState(false);
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: queryKeys.admin.tiers,
    queryFn: async () => (await (await api.admin.tiers.$get()).json()).items,
  });
  useEffect(() => {
    if (isError) toast.error('Failed to load pricing data');
  }, [isError]);
  return (
    <AdminFrame
      title="Pricing Management"
      action={<Button onClick={() => setIsCreating(true)}>Add Tier</Button>}
    >
      {isPending && <div className="skeleton h-40" role="status" aria-label="Loading plans" />}
      {isError && !data && (
        <EmptyState title="Couldn't load the plans">
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      )}
      {data?.length === 0 && <EmptyState title="No plans yet">Members can use free items only.</EmptyState>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {data.map((tier) => (
            <li key={tier.id} className="py-6">
              {editing === tier.id ? (
                <TierEditor tier={tier} close={() => setEditing(undefined)} />
              ) : (
                <TierRow tier={tier} edit={() => setEditing(tier.id)} remove={() => setDeleting(tier)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {isCreating && <TierModal close={() => setIsCreating(false)} />}
      {deleting && <DeleteTier tier={deleting} close={() => setDeleting(undefined)} />}
    </AdminFrame>
  );
}

function TierRow({ tier, edit, remove }: { tier: AdminTier; edit: () => void; remove: () => void }) {
  const { currency } = useSiteSettings();
  const facts = [
    ['Price', `${formatMoney(tier.price, currency)} / month`],
    [
      'Copy limit',
      tier.daily_copy_limit >= unlimitedCopies
        ? 'Unlimited'
        : `${formatNumber(tier.daily_copy_limit)} per day${tier.reading_counts ? ', reading counts' : ''}`,
    ],
    ['Trial', plural(tier.trial_days, 'day')],
    ['Access level', String(tier.access_level)],
    ['Members', formatNumber(tier.member_count)],
  ];
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-3 text-2xl [overflow-wrap:anywhere]">
          {tier.name}
          {tier.featured && (
            <span className="rounded-full bg-accent px-2.5 py-0.5 font-sans text-[0.75rem] font-semibold text-on-accent">
              Featured
            </span>
          )}
        </h2>
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt className="text-[0.8125rem] text-muted">{term}</dt>
              <dd className="font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
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
      <div className="flex gap-2">
        <Button size="small" variant="secondary" onClick={edit}>
          Edit<span className="sr-only"> {tier.name}</span>
        </Button>
        <Button size="small" variant="quiet" className="text-signal" onClick={remove}>
          Delete<span className="sr-only"> {tier.name}</span>
        </Button>
      </div>
    </div>
  );
}

function DeleteTier({ tier, close }: { tier: AdminTier; close: () => void }) {
  const invalidateTiers = useInvalidateTiers();
  const removal = useMutation({
    mutationFn: () => api.admin.tiers[':id'].$delete({ param: { id: tier.id } }),
    async onSuccess() {
      toast.success('Tier deleted successfully');
      await invalidateTiers();
      close();
    },
    onError: (error) => toast.error(error.message || 'Failed to delete tier'),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={close}
      question="Are you sure you want to delete this tier? Users with this tier may be affected."
      confirmLabel="Delete"
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      {tier.member_count === 0
        ? `No members are on ${tier.name}.`
        : `${plural(tier.member_count, 'member')} on ${tier.name} will lose their plan.`}
    </ConfirmDialog>
  );
}
