import type { DropdownMenu } from 'radix-ui';
import {
  type ButtonHTMLAttributes,
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  type RefObject,
  use,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { usePanelLoadError } from './use-panel-load-error.ts';

type Props = {
  /** A button without an id, a ref, or pointer and keyboard handlers. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>>;
  children: ReactNode;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
};

export type MenuPanelProps = Omit<Props, 'trigger'> & {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  /** Whether it was opened by keyboard, which highlights the first item. */
  isByKey: RefObject<boolean>;
};

/** The library's components, once the panel's code has loaded; nothing is rendered before. */
export const MenuParts = createContext<
  | (Pick<typeof DropdownMenu, 'Item' | 'Label' | 'Separator'> & {
      button: RefObject<HTMLButtonElement | null>;
    })
  | undefined
>(undefined);

/** Loaded after the page. If the button is pressed earlier, the menu opens as soon as the code is ready. */
const Panel = lazyPart<MenuPanelProps>(() => import('./menu-panel.tsx'), {
  pending: (props) => <Awaited {...props} />,
  missing: (props, retry) => <Missing {...props} retry={retry} />,
});

const openingKeys = ['Enter', ' ', 'ArrowDown'];

/** A menu behind a button, rendered next to it and so inside the same landmark. */
export function Menu({ trigger, children, isOpen, onOpenChange }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isByKey = useRef(false);
  const openByKey = () => {
    isByKey.current = true;
    onOpenChange(true);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: `${id}-button`,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onPointerDown(event) {
          // Browsers also send pointer events to disabled buttons.
          if (event.button !== 0 || event.ctrlKey || event.currentTarget.disabled) return;
          if (!isOpen) {
            // The browser would move the focus after the press, outside the menu, which would close it.
            event.preventDefault();
            event.currentTarget.focus({ preventScroll: true });
          }
          isByKey.current = false;
          onOpenChange(!isOpen);
        },
        // Assistive software clicks without pointer events.
        onClick({ detail }) {
          if (detail === 0) openByKey();
        },
        onKeyDown(event) {
          if (!openingKeys.includes(event.key)) return;
          event.preventDefault();
          openByKey();
        },
      })}
      <Panel id={id} button={button} isByKey={isByKey} isOpen={isOpen} onOpenChange={onOpenChange}>
        {children}
      </Panel>
    </>
  );
}

/** Keeps the menu from opening late, after the member has moved on. */
function Awaited({ button, isOpen, onOpenChange }: MenuPanelProps) {
  // Cleaned up before the panel takes the focus.
  useLayoutEffect(() => {
    const current = button.current;
    if (!isOpen || !current) return;
    const close = () => onOpenChange(false);
    const closeByKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    current.addEventListener('blur', close);
    current.addEventListener('keydown', closeByKey);
    return () => {
      current.removeEventListener('blur', close);
      current.removeEventListener('keydown', closeByKey);
    };
  }, [button, isOpen, onOpenChange]);
  return null;
}

function Missing({ retry, ...rest }: MenuPanelProps & { retry: () => void }) {
  usePanelLoadError(rest.isOpen, () => rest.onOpenChange(false), retry);
  return <Awaited {...rest} />;
}

function useParts() {
  const parts = use(MenuParts);
  if (!parts) throw new Error('Part of a menu outside of one.');
  return parts;
}

const itemStyles =
  'flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-sm px-2.5 text-sm outline-none data-highlighted:bg-sunken';

export function MenuItem({ children, onSelect }: { children: ReactNode; onSelect?: () => void }) {
  const { Item, button } = useParts();
  const select =
    onSelect &&
    (() => {
      // A dialog returns the focus to where it was when it opened, and by then this item is gone.
      button.current?.focus();
      onSelect();
    });
  return (
    <Item asChild={select === undefined} className={itemStyles} {...(select ? { onSelect: select } : {})}>
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
