import { Link } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import * as common from '#ui/words/messages.ts';

/** All tags of an item, each with a link to the list of items that match it. */
export function TagLinks({ tags, list, className }: { tags: string[]; list: string; className: string }) {
  if (tags.length === 0) return null;
  return (
    <ul
      aria-label={common.tags()}
      className={classNames(
        'flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted [overflow-wrap:anywhere]',
        className,
      )}
    >
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={`${list}?q=${encodeURIComponent(tag)}`} className="inline-block py-0.5 hover:text-ink">
            <span aria-hidden="true" className="text-signal">
              #
            </span>
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
