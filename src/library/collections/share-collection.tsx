import { Link2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { inputStyles } from '#ui/field.tsx';
import { toast } from '#ui/toasts.tsx';
import type { Collection, CollectionChange } from './collections.contract.ts';

type Props = { collection: Collection; update: (change: CollectionChange) => void; isBusy: boolean };

/** Shares a collection by a link, and stops it. */
export function ShareCollection({ collection: { link }, update, isBusy }: Props) {
  const id = useId();
  const address = link && `${location.origin}/collections/shared/${link}`;
  async function copy() {
    try {
      await navigator.clipboard.writeText(address ?? '');
      toast.success('Link copied to clipboard!');
    } catch {
      toast.error('Failed to copy link');
    }
  }
  return (
    <section aria-label="Sharing" className="mt-6 rounded-md border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p id={`${id}-note`} className="max-w-xl text-sm text-muted">
          {link
            ? 'Members with this link see the collection and its notes. What they can read depends on their plan.'
            : 'Only you see this collection. A link shares it with other members.'}
        </p>
        {link ? (
          <Button variant="secondary" disabled={isBusy} onClick={() => update({ is_shared: false })}>
            Stop sharing
          </Button>
        ) : (
          <Button variant="secondary" disabled={isBusy} onClick={() => update({ is_shared: true })}>
            <Link2 className="size-4" aria-hidden="true" />
            Share with a link
          </Button>
        )}
      </div>
      {address && (
        <div className="mt-3 flex flex-wrap gap-3">
          <input
            readOnly
            aria-label="Link to this collection"
            aria-describedby={`${id}-note`}
            className={`${inputStyles} min-w-56 flex-1`}
            value={address}
            onFocus={({ target }) => target.select()}
          />
          <Button onClick={() => void copy()}>Copy link</Button>
        </div>
      )}
    </section>
  );
}
