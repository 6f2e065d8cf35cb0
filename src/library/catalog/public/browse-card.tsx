import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatDay } from '#ui/format.ts';
import { TagList } from './tag-list.tsx';

type Item = {
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  view_count: number;
  created_at: string;
};

/** An item of a public list. A click anywhere leads to sign-up, which keeps the item as origin. */
export function BrowseCard({ item, origin, aside }: { item: Item; origin: string; aside: ReactNode }) {
  return (
    <article className="group relative flex min-w-0 flex-1 flex-col p-6 transition-colors hover:bg-surface">
      <div className="mb-4 flex items-center justify-between gap-4">
        <span className="eyebrow truncate">{item.category}</span>
        {aside}
      </div>
      <h2 className="text-[1.375rem] [overflow-wrap:anywhere]">
        <Link
          to={`/signup?from=${encodeURIComponent(origin)}`}
          className="line-clamp-3 after:absolute after:inset-0 group-hover:text-accent"
        >
          {item.title}
        </Link>
      </h2>
      <p className="mt-2.5 mb-4 line-clamp-3 text-muted [overflow-wrap:anywhere]">{item.description}</p>
      <div className="mt-auto">
        <TagList tags={item.tags} showRest />
        <div className="mt-4 flex items-center gap-4 text-[0.8125rem] text-muted">
          <span className="inline-flex items-center gap-1.5">
            <Eye className="size-3.5" aria-hidden="true" />
            {formatCount(item.view_count)} <span className="sr-only">views</span>
          </span>
          <time dateTime={item.created_at}>{formatDay(item.created_at)}</time>
          <span aria-hidden="true" className="ml-auto font-semibold text-accent">
            View
          </span>
        </div>
      </div>
    </article>
  );
}
