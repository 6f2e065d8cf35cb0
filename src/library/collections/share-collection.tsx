import { Link2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { inputStyles } from '#ui/forms/field.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { copyWithToast } from '#ui/overlays/copy-with-toast.ts';
import * as common from '#ui/words/messages.ts';
import type { Collection, CollectionChange } from './collections.contract.ts';
import * as m from './words/messages.ts';

type Props = {
  collection: Collection;
  update: (change: CollectionChange, options?: { onSettled: () => void }) => void;
  isBusy: boolean;
};

/** Shares a collection by link, or stops sharing it. */
export function ShareCollection({ collection: { link }, update, isBusy }: Props) {
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const address = link && `${location.origin}/collections/shared/${link}`;
  const copy = (text: string) =>
    copyWithToast(text, common.link_copied_to_clipboard(), common.failed_to_copy_link());
  return (
    <section
      aria-label={m.sharing()}
      className="mt-6 rounded-md border border-line bg-surface px-5 py-4 print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p id={`${id}-note`} className="max-w-xl text-sm text-muted">
          {link ? m.link_about() : m.private_collection_about()}
        </p>
        {link ? (
          <Button variant="secondary" disabled={isBusy} onClick={() => setIsAsking(true)}>
            {m.stop_sharing()}
          </Button>
        ) : (
          <Button variant="secondary" disabled={isBusy} onClick={() => update({ is_shared: true })}>
            <Link2 className="size-4" aria-hidden="true" />
            {m.share_with_a_link()}
          </Button>
        )}
      </div>
      {address && (
        <div className="mt-3 flex flex-wrap gap-3">
          <input
            readOnly
            aria-label={m.link_to_this_collection()}
            aria-describedby={`${id}-note`}
            className={`${inputStyles} min-w-[min(14rem,100%)] flex-1`}
            value={address}
            onFocus={({ target }) => target.select()}
          />
          <Button onClick={() => void copy(address)}>{common.copy_link()}</Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.stop_sharing_question()}
        confirmLabel={m.stop_sharing()}
        isBusy={isBusy}
        // Close only afterward: until then, the button that gets the focus back is disabled.
        onConfirm={() => update({ is_shared: false }, { onSettled: () => setIsAsking(false) })}
      >
        {m.stop_sharing_about()}
      </ConfirmDialog>
    </section>
  );
}
