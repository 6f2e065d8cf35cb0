import { Eye } from 'lucide-react';
import { formatCount } from '#ui/format.ts';
import * as m from '../words/messages.ts';

/** View count; hidden while zero. */
export function ViewCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Eye className="size-3.5" aria-hidden="true" />
      {formatCount(count)} <span className="sr-only">{m.views_word({ count })}</span>
    </span>
  );
}
