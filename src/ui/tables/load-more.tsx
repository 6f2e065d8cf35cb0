import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { focusOn } from '../keep-row-focus.ts';
import * as m from '../words/messages.ts';

type Props = Pick<ComponentProps<typeof Button>, 'size' | 'className'> & {
  query: UseInfiniteQueryResult<{ pages: unknown[] }>;
  label?: string;
};

/** Loads the next page of a list, as long as there is one, and says when it has come. */
export function LoadMore({ query, label = m.load_more(), ...look }: Props) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const place = useRef<HTMLDivElement>(null);
  const pages = query.data?.pages.length ?? 0;
  /** How many pages there were when the last one was asked for. */
  const [before, setBefore] = useState<number>();
  const hasCome = before !== undefined && pages > before;
  useEffect(() => {
    // After the last page, the button is gone.
    if (hasCome && document.activeElement === document.body) focusOn(place.current);
  }, [hasCome]);
  return (
    <div ref={place}>
      {hasNextPage && (
        <Button
          variant="secondary"
          disabled={isFetchingNextPage}
          onClick={() => {
            setBefore(pages);
            void fetchNextPage();
          }}
          {...look}
        >
          {isFetchingNextPage ? m.loading_2() : label}
        </Button>
      )}
      <span role="status" className="sr-only">
        {hasCome && m.more_loaded()}
      </span>
    </div>
  );
}
