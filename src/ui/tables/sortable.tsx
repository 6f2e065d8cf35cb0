import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { GripVertical } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { buttonStyles } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { keepRowFocus } from '../keep-row-focus.ts';
import { movedMessage } from '../moved-message.ts';
import * as m from '../words/messages.ts';

type Item = {
  id: string;
  /** The label of the handle. */
  label: string;
  /** The name of the item, for screen readers. */
  name: () => string;
};
type Parts = {
  handle: ReactNode;
  /** Moves the item to another place, 0-based. */
  moveTo: (place: number) => void;
};
type Props = {
  items: readonly Item[];
  move: (from: number, to: number) => void;
  render: (index: number, parts: Parts) => ReactNode;
  className?: string;
  itemClassName?: string;
};
type Edge = 'top' | 'bottom';

/**
 * A list that can be reordered by dragging a handle, or with the arrow keys on it; screen readers announce the new place. While an item is
 * dragged, the list has `data-dragging`, so that tall items can collapse.
 */
export function Sortable({ items, move, render, className, itemClassName }: Props) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState('');
  /** The element that had the focus before the order changed; moved elements lose it. */
  const focused = useRef<Element>(null);
  const grip = useRef<{ element: Element; top: number }>(undefined);

  function change(from: number, to: number) {
    const item = items[from];
    if (!item || to === from || to < 0 || to >= items.length) return;
    const name = item.name();
    focused.current = document.activeElement;
    move(from, to);
    setSaid(movedMessage(name, to, items.length));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the order has changed.
  useLayoutEffect(() => {
    const before = focused.current;
    focused.current = null;
    if (!(before instanceof HTMLElement) || !list.current?.contains(before)) return;
    if (document.activeElement !== before) before.focus();
    before.scrollIntoView({ block: 'nearest' });
  }, [items.map((item) => item.id).join()]);
  useEffect(() => keepRowFocus(list.current), []);
  // Keeps the item under the pointer in place while the list collapses and expands around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever it collapses or expands.
  useLayoutEffect(() => {
    if (!grip.current) return;
    const { element, top } = grip.current;
    const moved = element.getBoundingClientRect().top - top;
    scrollerOf(element).scrollBy({ top: moved, behavior: 'instant' });
    grip.current = undefined;
  }, [dragged]);

  return (
    <>
      <ol ref={list} className={className} data-dragging={dragged === undefined ? undefined : ''}>
        {items.map((item, index) => (
          <SortableItem
            key={item.id}
            list={id}
            item={item}
            index={index}
            isDragged={dragged === index}
            className={itemClassName}
            onDragging={(element) => {
              grip.current = { element, top: element.getBoundingClientRect().top };
              setDragged(index);
            }}
            onEnd={() => setDragged(undefined)}
            change={change}
            count={items.length}
          >
            {(parts) => render(index, parts)}
          </SortableItem>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <p id={id} hidden>
        {m.drag_or_press_arrows()}
      </p>
    </>
  );
}

type ItemProps = {
  list: string;
  item: Item;
  index: number;
  count: number;
  isDragged: boolean;
  className: string | undefined;
  onDragging: (element: Element) => void;
  onEnd: () => void;
  change: (from: number, to: number) => void;
  children: (parts: Parts) => ReactNode;
};

function SortableItem(props: ItemProps) {
  const { list, item, index, count, isDragged, className, change, children } = props;
  const place = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const edge = useDragging(props, place, handle);
  const onKeyDown = (event: KeyboardEvent) => {
    const places: Record<string, number> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: count - 1,
    };
    const to = places[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    change(index, to);
  };
  return (
    <li
      ref={place}
      className={classNames(
        'relative',
        className,
        isDragged && 'opacity-50',
        edge &&
          'after:pointer-events-none after:absolute after:inset-x-0 after:h-0.5 after:rounded-full after:bg-accent',
        edge === 'top' && 'after:-top-px',
        edge === 'bottom' && 'after:-bottom-px',
      )}
    >
      {children({
        handle: (
          <button
            ref={handle}
            type="button"
            aria-label={item.label}
            aria-describedby={list}
            className={buttonStyles({ variant: 'quiet', size: 'icon' }, 'cursor-grab text-muted')}
            onKeyDown={onKeyDown}
          >
            <GripVertical className="size-4" aria-hidden="true" />
          </button>
        ),
        moveTo: (to) => change(index, to),
      })}
    </li>
  );
}

/** @returns the edge of the item where the dragged one would go */
function useDragging(
  props: ItemProps,
  place: RefObject<HTMLLIElement | null>,
  handle: RefObject<HTMLButtonElement | null>,
): Edge | undefined {
  const [edge, setEdge] = useState<Edge>();
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const { list } = props;
  useEffect(() => {
    const element = place.current;
    if (!element || !handle.current) return;
    const edgeAt = (y: number): Edge => {
      const { top, height } = element.getBoundingClientRect();
      return y < top + height / 2 ? 'top' : 'bottom';
    };
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ list, index: latest.current.index }),
        onGenerateDragPreview: ({ nativeSetDragImage }) =>
          setCustomNativeDragPreview({
            nativeSetDragImage,
            getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
            render({ container }) {
              const name = document.createElement('p');
              name.className =
                'max-w-80 truncate rounded-md border border-line bg-surface px-3 py-2 text-sm font-semibold text-ink';
              name.textContent = latest.current.item.name();
              container.append(name);
            },
          }),
        onDragStart: () => latest.current.onDragging(element),
        onDrop: () => latest.current.onEnd(),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list,
        getData: ({ input }) => ({ edge: edgeAt(input.clientY) }),
        onDrag: ({ self }) => setEdge(self.data.edge as Edge),
        onDragLeave: () => setEdge(undefined),
        onDrop({ source, self }) {
          setEdge(undefined);
          const from = source.data.index as number;
          const before = latest.current.index + (self.data.edge === 'bottom' ? 1 : 0);
          latest.current.change(from, from < before ? before - 1 : before);
        },
      }),
    );
  }, [list, place, handle]);
  return edge;
}

function scrollerOf(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (parent.scrollHeight > parent.clientHeight && /auto|scroll/.test(getComputedStyle(parent).overflowY))
      return parent;
  return document.documentElement;
}
