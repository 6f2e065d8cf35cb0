import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import {
  addressWith,
  bareAddress,
  type OpenTarget,
  openTargets,
} from '#site/settings/public/open-targets.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import type { AskForCopy, Copying } from './use-copy.ts';

type Props = {
  copying: Copying;
  copy: AskForCopy;
};

/**
 * Opens a prompt in another tool and copies it as well: if the text is too long for a URL, or the tool doesn't accept
 * one, it can be pasted there.
 */
export function OpenInMenu({ copying, copy }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const targets = openTargets(useSiteSettings());
  const openIn = (target: OpenTarget) => {
    const { name } = target;
    let tab: Window | null = null;
    let address: string | undefined;
    const open: AskForCopy = async (id) => {
      try {
        const copied = await copy(id);
        address = addressWith(target, copied.text);
        tab?.location.replace(address ?? bareAddress(target));
        return copied;
      } catch (error) {
        tab?.close();
        throw error;
      }
    };
    copying.copy(open, () => {
      if (!tab) toast.warning(m.tab_blocked({ name }));
      else if (address === undefined) toast.info(m.copied_paste_into_tool({ name }));
    });
    // Open the tab synchronously, because browsers only allow it during a click, but after requesting the clipboard,
    // which a background page can't use. Its URL is set once the copy is recorded.
    tab = window.open('', '_blank');
    if (tab) tab.opener = null;
  };
  if (targets.length === 0) return null;
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="secondary" disabled={copying.isPending}>
          <ExternalLink className="size-4" aria-hidden="true" />
          <span className="max-[22.5rem]:sr-only">{common.open_in()}</span>
        </Button>
      }
    >
      {targets.map((target) => (
        <MenuItem key={`${target.name} ${target.address}`} onSelect={() => openIn(target)}>
          {target.name}
        </MenuItem>
      ))}
    </Menu>
  );
}
