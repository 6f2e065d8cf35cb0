import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { playbookQuery } from '#library/catalog/public/playbook-query.ts';
import { api } from '#platform/client/api-client.ts';
import { useRequestedSearch } from '#ui/tables/use-requested-search.ts';

/** The position before the first step. */
export const overviewPosition = -1;

/**
 * The reader's position: -1 is the overview, 0 to `count` - 1 are the steps. It is in the URL (`?step=1` is the first
 * step), so that back, reload and links keep it; the server remembers it for the next visit.
 */
export function usePlaybookPosition(slug: string, count: number) {
  const client = useQueryClient();
  const [query, change] = useRequestedSearch();
  const position = positionIn(query, count);
  const { search } = useLocation();
  const drawn = positionIn(new URLSearchParams(search), count);
  useStartAtTop(position);
  // React Router may restore the scroll position when it renders the URL, which is after the position has changed.
  useStartAtTop(drawn);

  const { mutate: store } = useMutation({
    // One after the other, so that the last one is kept. If that fails, the URL still has it, so there is no message.
    scope: { id: `progress ${slug}` },
    mutationFn: (to: number) =>
      api.playbooks[':slug'].progress.$put({ param: { slug }, json: { position: to } }),
  });
  const move = useCallback(
    (to: number) => {
      if (to < overviewPosition || to >= count || to === position) return;
      change((next) => {
        if (to === overviewPosition) next.delete('step');
        else next.set('step', String(to + 1));
      });
      client.setQueryData(playbookQuery(slug).queryKey, (kept) => kept && { ...kept, position: to });
      store(to);
    },
    [change, client, count, position, slug, store],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere =
        event.target instanceof HTMLElement &&
        (event.target.closest(
          'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]',
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

/** Scrolls to the top at each new position. The first one stays where the browser has scrolled. */
function useStartAtTop(position: number) {
  const shown = useRef(position);
  useEffect(() => {
    if (shown.current === position) return;
    shown.current = position;
    window.scrollTo({ top: 0 });
  }, [position]);
}

/** Whether the arrow keys scroll the element, or one around it: a wide code block or table. */
function scrollsSideways(element: HTMLElement): boolean {
  const isWider = element.scrollWidth > element.clientWidth;
  if (isWider && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  return element.parentElement !== null && scrollsSideways(element.parentElement);
}
