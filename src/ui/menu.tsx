import type { DropdownMenu } from 'radix-ui';
import {
  cloneElement,
  createContext,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  use,
  useCallback,
  useRef,
} from 'react';
import { lazyPart } from './lazy-part.tsx';
import { useMissingPanel } from './use-missing-panel.ts';

export type MenuProps = {
  /** A button that has no ref and no handlers of the pointer, the keyboard and the focus. */
  trigger: ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLButtonElement>>;
  children: ReactNode;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
};

/** What a menu is made of, once its code has come; nothing of it is rendered before. */
export const MenuParts = createContext<Pick<typeof DropdownMenu, 'Item' | 'Label' | 'Separator'> | undefined>(
  undefined,
);

/** Its code comes after the page's. A press before that is kept, and the menu opens as soon as the code is there. */
const Panel = lazyPart<MenuProps>(() => import('./menu-panel.tsx'), {
  pending: (props) => <Unopened {...props} />,
  missing: (props, retry) => <Missing {...props} retry={retry} />,
});

/** A menu behind a button, rendered beside it and so inside the same landmark. */
export function Menu({ trigger, ...rest }: MenuProps) {
  const hadFocus = useRef(false);
  // The button is another element once the code has come.
  const keepFocus = useCallback((button: HTMLButtonElement) => {
    if (hadFocus.current) button.focus({ preventScroll: true });
    return () => {
      hadFocus.current = document.activeElement === button;
    };
  }, []);
  return <Panel {...rest} trigger={cloneElement(trigger, { ref: keepFocus })} />;
}

const openingKeys = ['Enter', ' ', 'ArrowDown'];

/** The button alone. It opens by what opens the menu later on, so that no press falls between the two. */
const Unopened = ({ trigger, isOpen, onOpenChange }: MenuProps) =>
  cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'aria-busy': isOpen,
    onPointerDown(event) {
      if (event.button !== 0 || event.ctrlKey) return;
      // The focus that follows a press would be one outside the menu, and close it.
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      onOpenChange(!isOpen);
    },
    onKeyDown(event) {
      if (event.key === 'Escape') onOpenChange(false);
      if (!openingKeys.includes(event.key)) return;
      event.preventDefault();
      onOpenChange(true);
    },
    // Somebody who has moved on keeps the focus where it is.
    onBlur: () => onOpenChange(false),
  });

function Missing({ retry, ...rest }: MenuProps & { retry: () => void }) {
  useMissingPanel(rest.isOpen, () => rest.onOpenChange(false), retry);
  return <Unopened {...rest} />;
}

function useParts() {
  const parts = use(MenuParts);
  if (!parts) throw new Error('Part of a menu outside of one.');
  return parts;
}

const itemStyles =
  'flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-sm px-2.5 text-sm outline-none data-highlighted:bg-sunken';

export function MenuItem({ children, onSelect }: { children: ReactNode; onSelect?: () => void }) {
  const { Item } = useParts();
  return (
    <Item asChild={onSelect === undefined} className={itemStyles} {...(onSelect ? { onSelect } : {})}>
      {children}
    </Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts();
  return <Label className="truncate px-2.5 py-2 text-[0.8125rem] text-muted">{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator className="my-1.5 border-t border-line" />;
}
