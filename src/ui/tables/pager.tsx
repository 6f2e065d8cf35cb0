import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import * as m from '../words/messages.ts';

type Props = {
  page: number;
  pages: number;
  go: (page: number, options?: { replace?: boolean }) => void;
  /** Whether `pages` still belongs to the previous list. */
  isWaiting: boolean;
};

/**
 * Links to the pages of a table; nothing if there is only one. From a page that no longer exists, such as after deleting its last row, goes
 * to the last page.
 */
export function Pager({ page, pages, go, isWaiting }: Props) {
  const leave = useEffectEvent(() => go(pages, { replace: true }));
  useEffect(() => {
    if (!isWaiting && pages > 0 && page > pages) leave();
  }, [page, pages, isWaiting]);
  if (pages <= 1) return null;
  const steps = [
    { label: m.first_page(), to: 1, Icon: ChevronFirst, isOff: page <= 1 },
    { label: m.previous_page(), to: page - 1, Icon: ChevronLeft, isOff: page <= 1 },
    { label: m.next_page(), to: page + 1, Icon: ChevronRight, isOff: page >= pages },
    { label: m.last_page(), to: pages, Icon: ChevronLast, isOff: page >= pages },
  ];
  return (
    <nav aria-label={m.pages()} className="flex flex-wrap items-center gap-1">
      {steps.map(({ label, to, Icon, isOff }, index) => (
        <span key={label} className="contents">
          {index === 2 && (
            <span role="status" className="px-2 tabular-nums">
              {m.page_of_pages({ page: formatNumber(page), pages: formatNumber(pages) })}
            </span>
          )}
          <Button
            size="icon"
            variant="quiet"
            aria-label={label}
            aria-disabled={isOff}
            onClick={() => !isOff && go(to)}
          >
            <Icon className="size-4" aria-hidden="true" />
          </Button>
        </span>
      ))}
    </nav>
  );
}
