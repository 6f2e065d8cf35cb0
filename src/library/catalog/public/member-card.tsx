import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import { ViewCount } from '../card-counts.tsx';
import { CardPicture } from '../card-picture.tsx';
import { TagList } from '../tag-list.tsx';
import { LockedMark } from './locked-mark.tsx';

type Props = {
  item: {
    title: string;
    category: string;
    tags: string[];
    tier_access: number;
    is_purchasable?: boolean;
    price?: number;
    view_count: number;
    can: { read: boolean };
  };
  /** The path of the item's page. */
  to: string;
  /** Before the category: what kind of item it is. */
  mark: ReactNode;
  description: string;
  descriptionLines: 'line-clamp-2' | 'line-clamp-3';
  picture: string | null;
  favoriteButton: ReactNode;
  voteButton: ReactNode;
  /** After the counts. */
  children?: ReactNode;
};

/** An item of a member's list. `CardSkeletons` has the same layout. */
export function MemberCard({
  item,
  to,
  mark,
  description,
  descriptionLines,
  picture,
  favoriteButton,
  voteButton,
  children,
}: Props) {
  return (
    <article className="group relative flex min-w-0 flex-1 flex-col p-5 transition-colors hover:bg-surface">
      <div className="mb-3 flex min-h-8 items-center pr-10">
        <span className="flex min-w-0 items-center gap-3 max-[16rem]:flex-wrap max-[16rem]:gap-y-1">
          {mark}
          <span className="eyebrow max-w-full truncate max-[16rem]:whitespace-normal" dir="auto">
            {item.category}
          </span>
        </span>
      </div>
      <div className="flex gap-4">
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="text-xl [overflow-wrap:anywhere]">
            <Link to={to} className="line-clamp-3 after:absolute after:inset-0 group-hover:text-accent">
              {item.title}
            </Link>
          </h2>
          <p
            dir="auto"
            className={classNames('mt-2 mb-4 text-sm text-muted [overflow-wrap:anywhere]', descriptionLines)}
          >
            {description}
          </p>
        </div>
        <CardPicture address={picture} />
      </div>
      <div className="absolute top-5 right-5">{favoriteButton}</div>
      <div className="mt-auto">
        <TagList tags={item.tags} />
        <div className="mt-3 -ml-2 flex items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted max-[18rem]:flex-wrap">
          {voteButton}
          {item.view_count > 0 && <ViewCount count={item.view_count} />}
          {children}
          {!item.can.read && <LockedMark item={item} />}
        </div>
      </div>
    </article>
  );
}
