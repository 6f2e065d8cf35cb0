import { Ellipsis, FileCode } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

/** Further ways to take a prompt along. */
export function PromptMenu({ copyTemplate }: { copyTemplate: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="secondary" size="icon" aria-label="More">
          <Ellipsis className="size-4" aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={copyTemplate}>
        <FileCode className="size-4" aria-hidden="true" />
        Copy as template
      </MenuItem>
    </Menu>
  );
}
