import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

const itemStyles =
  'flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-sm px-2.5 text-sm outline-none data-highlighted:bg-sunken';

/** A menu behind a button, rendered beside it and so inside the same landmark. */
export function Menu({
  trigger,
  children,
  isOpen,
  onOpenChange,
}: {
  trigger: ReactNode;
  children: ReactNode;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-56 rounded-md border border-line bg-surface p-1.5 shadow-raised"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

export function MenuItem({ children, onSelect }: { children: ReactNode; onSelect?: () => void }) {
  return (
    <DropdownMenu.Item
      asChild={onSelect === undefined}
      className={itemStyles}
      {...(onSelect ? { onSelect } : {})}
    >
      {children}
    </DropdownMenu.Item>
  );
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="truncate px-2.5 py-2 text-[0.8125rem] text-muted">
    {children}
  </DropdownMenu.Label>
);
export const MenuSeparator = () => <DropdownMenu.Separator className="my-1.5 border-t border-line" />;
