import { DropdownMenu } from 'radix-ui';
import { type Ref, type RefObject, useImperativeHandle } from 'react';
import { type MenuPanelProps, MenuParts } from './menu.tsx';

const parts = { Item: DropdownMenu.Item, Label: DropdownMenu.Label, Separator: DropdownMenu.Separator };

/** The panel of a menu. Its code is loaded after the page's. */
export default function MenuPanel({ id, button, isByKey, isOpen, onOpenChange, children }: MenuPanelProps) {
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>
        <ButtonOfPage button={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        id={id}
        aria-labelledby={`${id}-button`}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto rounded-md border border-line bg-surface p-1.5 shadow-raised"
        ref={(content) => {
          if (!content || !isByKey.current) return;
          isByKey.current = false;
          // The library doesn't know of a key that was pressed before it was loaded.
          content.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
        }}
      >
        <MenuParts value={{ ...parts, button }}>{children}</MenuParts>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** Positions the menu at the existing button of the page, instead of rendering another. */
function ButtonOfPage({
  button,
  ref,
}: {
  button: RefObject<HTMLButtonElement | null>;
  ref?: Ref<HTMLElement | null>;
}) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button.current, [button]);
  return null;
}
