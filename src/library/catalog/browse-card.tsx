import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { formatDay } from '#ui/format.ts';
import { RichText } from '#ui/rich-text.tsx';
import { ViewCount } from './card-counts.tsx';
import { TagList } from './tag-list.tsx';
import * as m from './words/messages.ts';

type Item = {
  slug: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
  view_count: number;
  created_at: string;
};

type Props = {
  item: Item;
  origin: string;
  /** The path of the item's public page. */
  page: string;
  /** The badge of the plan that includes it. */
  access: ReactNode;
  aside: ReactNode;
};

/**
 * An item of a public list. A click anywhere leads to sign-up, which remembers the item as `origin`; one link leads to
 * its public page.
 */
export function BrowseCard({ item, origin, page, access, aside }: Props) {
  const signUp = `/signup?from=${encodeURIComponent(origin)}`;
  return (
    <article className="group relative flex min-w-0 flex-1 flex-col p-6 transition-colors hover:bg-surface">
      <div className="mb-4 flex items-center justify-between gap-4 max-[16rem]:flex-wrap max-[16rem]:gap-y-1">
        <span className="eyebrow max-w-full truncate max-[16rem]:whitespace-normal">{item.category}</span>
        {aside}
      </div>
      <h2 dir="auto" className="text-[1.375rem] leading-tight [overflow-wrap:anywhere]">
        <Link to={signUp} className="line-clamp-3 after:absolute after:inset-0 group-hover:text-accent">
          {item.title}
        </Link>
      </h2>
      <p dir="auto" className="mt-2.5 mb-4 line-clamp-3 text-muted [overflow-wrap:anywhere]">
        {item.description}
      </p>
      <div className="mt-auto">
        <TagList tags={item.tags} showRest />
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem] text-muted">
          <span className="font-semibold text-ink">{access}</span>
          <ViewCount count={item.view_count} />
          <time dateTime={item.created_at}>{formatDay(item.created_at)}</time>
          <span className="ml-auto inline-flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
            <Link
              to={page}
              className="relative z-10 inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink"
            >
              <RichText
                parts={m.details_of_title({
                  title: item.title,
                  hidden: (text) => <span className="sr-only">{text}</span>,
                })}
              />
            </Link>
            {/* For the mouse only: with the keyboard, the title leads to the same page. */}
            <ButtonLink
              to={signUp}
              size="small"
              variant="secondary"
              tabIndex={-1}
              aria-label={m.view_title({ title: item.title })}
              className="relative z-10"
            >
              {m.view()}
            </ButtonLink>
          </span>
        </div>
      </div>
    </article>
  );
}
