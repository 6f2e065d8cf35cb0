import { Link2 } from 'lucide-react';
import { toast } from '#ui/toasts.tsx';

/** Copies the page's address, without its query. */
export function ShareButton() {
  async function share() {
    try {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}`);
      toast.success('Link copied to clipboard!');
    } catch {
      toast.error('Failed to copy link');
    }
  }
  return (
    <button
      type="button"
      className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] font-semibold text-muted hover:bg-sunken"
      onClick={() => void share()}
    >
      <Link2 className="size-4" aria-hidden="true" />
      Share
    </button>
  );
}
