import { Download } from 'lucide-react';
import { useState } from 'react';
import { Menu } from '#ui/overlays/menu.tsx';
import * as m from '../words/messages.ts';
import { DownloadItems } from './download-items.tsx';

/** The button beside "Share". */
export function DownloadButton(props: { collection: 'prompts' | 'playbooks'; slug: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button
          type="button"
          className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] font-semibold text-muted hover:bg-sunken"
        >
          <Download className="size-4" aria-hidden="true" />
          {m.download()}
        </button>
      }
    >
      <DownloadItems {...props} />
    </Menu>
  );
}
