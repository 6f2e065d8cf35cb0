import { Link2 } from 'lucide-react';
import { copyWithToast } from '#ui/overlays/copy-with-toast.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

/** Copies the page's address, without its query. */
export function ShareButton() {
  const share = () =>
    copyWithToast(
      `${location.origin}${location.pathname}`,
      common.link_copied_to_clipboard(),
      common.failed_to_copy_link(),
    );
  return (
    <button
      type="button"
      className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] font-semibold text-muted hover:bg-sunken"
      onClick={() => void share()}
    >
      <Link2 className="size-4" aria-hidden="true" />
      {m.share()}
    </button>
  );
}
