import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { focusOn, keepRowFocus } from '#ui/keep-row-focus.ts';
import { MoveButtons } from '#ui/move-buttons.tsx';
import { movedMessage } from '#ui/moved-message.ts';
import { useSelfSaving } from '#ui/saving/use-self-saving.ts';
import * as common from '#ui/words/messages.ts';
import type { Collection, CollectionItem } from './collections.contract.ts';
import { HiddenItems, ItemSummary } from './item-summary.tsx';
import type { useCollectionChanges } from './use-collection-changes.ts';
import * as m from './words/messages.ts';

type Changes = ReturnType<typeof useCollectionChanges>;

type Props = {
  collection: Collection;
  changes: Changes;
  /** Called for each note when saving it fails or succeeds, with the id of its item. */
  tellFailure: (item: string, isFailed: boolean) => void;
};

/** The items of a collection, which can be reordered, annotated and removed. */
export function CollectionItems({ collection: { items, hidden_count }, changes, tellFailure }: Props) {
  const { removed, putBack, move } = changes;
  const [said, setSaid] = useState('');
  return (
    <>
      <div className="mt-8 mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
        <span>{m.count_item({ count: items.length })}</span>
        <span role="status">
          {removed && (
            <>
              <span>{m.removed_title({ title: removed.item.title })} </span>
              <button
                type="button"
                className="min-h-6 font-semibold text-accent underline underline-offset-4"
                onClick={({ currentTarget }) => {
                  // The button disappears once the item is back.
                  focusOn(currentTarget.parentElement);
                  putBack(removed);
                }}
              >
                {common.undo()}
              </button>
            </>
          )}
        </span>
      </div>
      {items.length === 0 ? (
        <EmptyState title={m.nothing_in_here_yet()}>{m.how_to_add_items()}</EmptyState>
      ) : (
        <ol ref={keepRowFocus} className="border-t border-line">
          {items.map((item, position) => (
            <li key={item.id} className="border-b border-line py-5">
              <Item
                item={item}
                position={position}
                count={items.length}
                changes={changes}
                tellFailure={tellFailure}
                moveTo={(to) => {
                  move({ item, position: to });
                  setSaid(movedMessage(item.title, to, items.length));
                }}
              />
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <HiddenItems count={hidden_count} />
    </>
  );
}

type ItemProps = Omit<Props, 'collection'> & {
  item: CollectionItem;
  position: number;
  count: number;
  moveTo: (position: number) => void;
};

function Item(props: ItemProps) {
  const { item, position, count, changes, tellFailure, moveTo } = props;
  const { remove, saveNote } = changes;
  const noteField = useSelfSaving({
    draftKey: `collection-item:${item.id}:note`,
    kept: item.note,
    save: (note) => saveNote({ item, note }),
    tellFailure: (isFailed) => tellFailure(item.id, isFailed),
  });
  useEffect(() => () => tellFailure(item.id, false), [tellFailure, item.id]);
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <ItemSummary item={item} />
        <div className="mt-1.5">
          <TextArea
            label={m.note_on_title({ title: item.title })}
            isLabelHidden
            placeholder={m.add_a_note()}
            className="-mx-3 resize-none min-h-11! border-transparent! bg-transparent! hover:border-line! focus:border-line-strong!"
            maxLength={limits.collectionItemNote}
            {...noteField}
          />
        </div>
      </div>
      <div className="-ml-2 flex sm:ml-0">
        <MoveButtons name={item.title} position={position} count={count} moveTo={moveTo} />
        <Button
          variant="quiet"
          size="icon"
          aria-label={common.remove_title({ title: item.title })}
          onClick={() => remove({ item, position })}
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
