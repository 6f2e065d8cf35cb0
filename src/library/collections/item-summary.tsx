import { ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { LockedMark } from '#library/catalog/public/locked-mark.tsx';
import { PromptTypeMark } from '#library/catalog/public/prompt-type-mark.tsx';
import { plainText } from '#platform/text/plain-text.ts';
import * as common from '#ui/words/messages.ts';
import type { CollectionItem } from './collections.contract.ts';
import * as m from './words/messages.ts';

/** The type and title of an item in a collection, and whether its viewer can open it. */
export function ItemSummary({ item }: { item: CollectionItem }) {
  return (
    <>
      <div className="flex min-h-6 items-center gap-3 text-[0.8125rem] text-muted">
        {item.prompt_type ? (
          <PromptTypeMark type={item.prompt_type} />
        ) : (
          <span className="inline-flex items-center gap-1.5 font-medium">
            <ListChecks className="size-3.5" aria-hidden="true" />
            {common.playbook()}
          </span>
        )}
        {!item.can.read && <LockedMark item={item} />}
      </div>
      <h2 dir="auto" className="mt-0.5 text-xl [overflow-wrap:anywhere]">
        <Link to={`/${item.target_type}/${item.slug}`} className="hover:text-accent">
          {item.title}
        </Link>
      </h2>
      {item.description && (
        <p dir="auto" className="mt-1 line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
          {plainText(item.description)}
        </p>
      )}
    </>
  );
}

/** The number of items that aren't shown. */
export const HiddenItems = ({ count }: { count: number }) =>
  count > 0 && <p className="mt-4 text-sm text-muted">{m.items_unavailable({ count })}</p>;
