import { Ellipsis, FileCode } from 'lucide-react';
import { useState } from 'react';
import { DownloadItems } from '#library/downloads/public/download-items.tsx';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/overlays/menu.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** Other ways to get a prompt's text. */
export function PromptMenu({ slug, copyTemplate }: { slug: string; copyTemplate: (() => void) | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="secondary" size="icon" aria-label={common.more()}>
          <Ellipsis className="size-4" aria-hidden="true" />
        </Button>
      }
    >
      {copyTemplate && (
        <MenuItem onSelect={copyTemplate}>
          <FileCode className="size-4" aria-hidden="true" />
          {m.copy_as_template()}
        </MenuItem>
      )}
      <DownloadItems collection="prompts" slug={slug} />
    </Menu>
  );
}
