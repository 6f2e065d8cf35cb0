import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { focusOn } from '../keep-row-focus.ts';
import * as m from '../words/messages.ts';
import { useKeptPages } from './use-kept-pages.ts';

type Props = Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className'> & {
  query: UseInfiniteQueryResult<{ pages: unknown[] }>;
  label?: string;
  /** The list's name on its page, if a reload and Back are to show as many pages; see `useKeptPages`. */
  keptAs?: string;
};

/** Loads the next page of a list if there is one, and announces when it has loaded. */
export function LoadMore({ query, label = m.load_more(), keptAs, ...look }: Props) {
  useKeptPages(query, keptAs);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const place = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const [hasCome, setHasCome] = useState(false);
  useEffect(() => {
    // After the last page, the button is gone. The reader's position stays.
    if (hasCome && hadFocus.current && document.activeElement === document.body) focusOn(place.current);
  }, [hasCome]);
  return (
    <div ref={place}>
      {hasNextPage && (
        <Button
          variant="secondary"
          disabled={isFetchingNextPage}
          onClick={({ currentTarget }) => {
            hadFocus.current = document.activeElement === currentTarget;
            setHasCome(false);
            void fetchNextPage().then(({ isSuccess }) => setHasCome(isSuccess));
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
