import { FolderPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { BottomSheet } from '#ui/overlays/bottom-sheet.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import * as common from '#ui/words/messages.ts';
import type { ItemName } from '../collection-queries.ts';
import { LoadingChoices } from '../loading-choices.tsx';
import * as m from '../words/messages.ts';

const Choices = lazyPart<{ item: ItemName }>(() => import('../collection-choices.tsx'), {
  pending: () => <LoadingChoices />,
});

/** Opens a dialog with the member's collections, to add an item to them. */
export function AddToCollection({ item }: { item: ItemName & { title: string } }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => whenIdle(() => void Choices.preload()), []);
  return (
    <>
      <button
        type="button"
        aria-label={m.add_to_a_collection()}
        title={m.add_to_a_collection()}
        className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunken"
        onClick={() => setIsOpen(true)}
      >
        <FolderPlus className="size-4" aria-hidden="true" />
      </button>
      <BottomSheet
        title={m.add_to_a_collection()}
        isOpen={isOpen}
        close={() => setIsOpen(false)}
        footer={
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Link
              to="/collections"
              className="py-0.5 text-sm font-semibold text-accent underline underline-offset-4"
            >
              {m.all_collections()}
            </Link>
            <Button onClick={() => setIsOpen(false)}>{common.done()}</Button>
          </div>
        }
      >
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{item.title}</p>
        <Choices item={item} />
      </BottomSheet>
    </>
  );
}
