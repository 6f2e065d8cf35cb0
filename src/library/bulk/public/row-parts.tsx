import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { statusLabel } from '#library/catalog/public/labels.ts';
import { reasonOr } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatLocalDay, formatTime } from '#ui/format.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import * as m from '../words/messages.ts';

type Hidden = { status: 'draft' | 'published'; publish_at: string | null; deleted_at: string | null };

/** The status of a row, with its publishing time if scheduled, or the day it was moved to the trash. */
export function ShownStatus({ item: { status, publish_at, deleted_at } }: { item: Hidden }) {
  if (deleted_at) return m.deleted_on({ day: formatLocalDay(deleted_at) });
  if (publish_at) return m.scheduled_for({ time: formatTime(publish_at) });
  return statusLabel(status);
}

/** Shown before deleting a scheduled item. */
export const ForgottenDay = ({ item }: { item: Pick<Hidden, 'publish_at'> }) =>
  item.publish_at && <p className="mt-2">{m.its_day_is_forgotten()}</p>;

type RestoreProps = {
  collection: 'prompts' | 'playbooks';
  title: string;
  restore: () => Promise<unknown>;
};

export function RestoreButton({ collection, title, restore }: RestoreProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: restore,
    async onSuccess() {
      await invalidateItems(client, collection);
      toast.success(m.restored());
    },
    onError: (error) => toast.error(reasonOr(error, m.failed_to_restore())),
  });
  return (
    <Button size="small" variant="quiet" disabled={isPending} onClick={() => mutate()}>
      {m.restore()}
      <span className="sr-only"> {title}</span>
    </Button>
  );
}
