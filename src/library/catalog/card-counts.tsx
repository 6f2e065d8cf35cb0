import { Eye } from 'lucide-react';
import { formatCount } from '#ui/format.ts';
import * as m from './words/messages.ts';

export function ViewCount({ count }: { count: number }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Eye className="size-3.5" aria-hidden="true" />
      {formatCount(count)} <span className="sr-only">{m.views_word({ count })}</span>
    </span>
  );
}
