import { DropdownMenu } from 'radix-ui';
import { MenuParts, type MenuProps } from './menu.tsx';

const parts = { Item: DropdownMenu.Item, Label: DropdownMenu.Label, Separator: DropdownMenu.Separator };

/** A menu and its button, whose code comes after that of the page. */
export default function MenuPanel({ trigger, children, isOpen, onOpenChange }: MenuProps) {
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-56 rounded-md border border-line bg-surface p-1.5 shadow-raised"
      >
        <MenuParts value={parts}>{children}</MenuParts>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
