import { cardTagCount } from '#constants';
import * as common from '#ui/words/messages.ts';

/** An item's first tags; `showRest` adds the number of remaining ones. */
export function TagList({ tags, showRest = false }: { tags: string[]; showRest?: boolean }) {
  if (tags.length === 0) return null;
  const rest = tags.length - cardTagCount;
  return (
    <ul aria-label={common.tags()} className="flex flex-wrap gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
      {tags.slice(0, cardTagCount).map((tag) => (
        <li key={tag} className="max-w-40 truncate">
          <span aria-hidden="true" className="text-signal">
            #
          </span>
          {tag}
        </li>
      ))}
      {showRest && rest > 0 && <li>+{rest}</li>}
    </ul>
  );
}
