import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { useRequestedSearch } from '#ui/tables/use-requested-search.ts';
import { playbookQuery } from './playbook-queries.ts';

/** Before the steps. */
export const overviewPosition = -1;

/**
 * Where the reader is: -1 the overview, 0 to `count` - 1 the steps. It is in the address (`?step=1` is the first
 * step), so that back, reload and a link keep it; the server keeps it for the next visit.
 */
export function usePlaybookPosition(slug: string, count: number) {
  const client = useQueryClient();
  const [query, change] = useRequestedSearch();
  const position = positionIn(query, count);
  const { search } = useLocation();
  const drawn = positionIn(new URLSearchParams(search), count);
  useStartAtTop(position);
  // React Router may restore how far the page was scrolled when it draws the address, after the position has changed.
  useStartAtTop(drawn);

  const move = useCallback(
    (to: number) => {
      if (to < overviewPosition || to >= count || to === position) return;
      change((next) => {
        if (to === overviewPosition) next.delete('step');
        else next.set('step', String(to + 1));
      });
      client.setQueryData(playbookQuery(slug).queryKey, (kept) => kept && { ...kept, position: to });
      // Failing to save it is not worth a message: the address has it.
      api.playbooks[':slug'].progress
        .$put({ param: { slug }, json: { position: to } })
        .catch(() => undefined);
    },
    [change, client, count, position, slug],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere =
        event.target instanceof HTMLElement &&
        (event.target.closest(
          'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]',
        ) ||
          scrollsSideways(event.target));
      if (
        event.defaultPrevented ||
        isElsewhere ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey
      )
        return;
      if (event.key === 'ArrowRight') move(position + 1);
      if (event.key === 'ArrowLeft') move(position - 1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [move, position]);

  return { position, move };
}

function positionIn(query: URLSearchParams, count: number): number {
  const asked = Number(query.get('step') ?? '0');
  return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, count) - 1 : overviewPosition;
}

/** Each position begins at its top, however it is reached; the first one stays where the browser has put it. */
function useStartAtTop(position: number) {
  const shown = useRef(position);
  useEffect(() => {
    if (shown.current === position) return;
    shown.current = position;
    window.scrollTo({ top: 0 });
  }, [position]);
}

/** Whether the arrows scroll the element, or one around it: a wide block of code, or a table. */
function scrollsSideways(element: HTMLElement): boolean {
  const isWider = element.scrollWidth > element.clientWidth;
  if (isWider && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  return element.parentElement !== null && scrollsSideways(element.parentElement);
}
