import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { statusLabel } from '#library/catalog/public/labels.ts';
import { reasonOr } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatLocalDay, formatTime } from '#ui/format.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
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

type ActionProps = {
  collection: 'prompts' | 'playbooks';
  item: { title: string; deleted_at: string | null };
  restore: () => Promise<unknown>;
  edit: () => void;
  remove: () => void;
};

/** The buttons of a row: Edit, or Restore if it is in the trash, and Delete. */
export const RowActions = ({ collection, item, restore, edit, remove }: ActionProps) => (
  <>
    {item.deleted_at ? (
      <RestoreButton collection={collection} title={item.title} restore={restore} />
    ) : (
      <Button size="small" variant="quiet" onClick={edit}>
        {common.edit()}
        <span className="sr-only"> {item.title}</span>
      </Button>
    )}
    <Button size="small" variant="quiet" className="text-signal" onClick={remove}>
      {common.delete_it()}
      <span className="sr-only"> {item.title}</span>
    </Button>
  </>
);

type RestoreProps = Pick<ActionProps, 'collection' | 'restore'> & { title: string };

function RestoreButton({ collection, title, restore }: RestoreProps) {
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
