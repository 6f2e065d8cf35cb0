import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import * as m from './words/messages.ts';

export type ListLineProps = {
  isFiltered: boolean;
  clear: () => void;
  /** The link to the member's favorites of the other kind, shown beside those of this one. */
  otherFavorites: { to: string; label: string } | false;
};
type Props = ListLineProps & { count?: Ref<HTMLDivElement>; children?: ReactNode };

/** The line between a member's list and its filters. `children` is the number of items. */
export const ListLine = ({ isFiltered, clear, otherFavorites, count, children }: Props) => (
  <div
    className={classNames(
      'mt-5 mb-3 flex min-h-8 items-center gap-x-5 gap-y-1 text-sm text-muted max-[18rem]:flex-wrap',
      otherFavorites && 'flex-wrap',
    )}
  >
    {/* Its text arrives after the link's. If the link fills the line, it gets a line of its own from the start. */}
    <div
      ref={count}
      role="status"
      className={classNames('mr-auto min-h-5 max-[18rem]:basis-full', otherFavorites && 'max-sm:basis-full')}
    >
      {children}
    </div>
    {otherFavorites && (
      <Link
        to={otherFavorites.to}
        className="inline-flex min-h-6 items-center font-semibold text-accent underline underline-offset-4"
      >
        {otherFavorites.label}
      </Link>
    )}
    {isFiltered && (
      <button
        type="button"
        className="min-h-6 shrink-0 max-w-full text-left font-semibold text-accent underline underline-offset-4"
        onClick={clear}
      >
        {m.clear_all_filters()}
      </button>
    )}
  </div>
);
