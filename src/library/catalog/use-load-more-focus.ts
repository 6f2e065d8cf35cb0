import { useEffect, useRef, useState } from 'react';
import { focusOn } from '#ui/keep-row-focus.ts';

/** When "Load more" is gone, the focus goes on to the first item that it has added, or to the button that tries again. */
export function useLoadMoreFocus<Again extends HTMLElement>(count: number, hasFailed: boolean) {
  const list = useRef<HTMLUListElement>(null);
  const again = useRef<Again>(null);
  /** The index of the first item of the page being loaded. */
  const [next, setNext] = useState<number>();
  useEffect(() => {
    if (next === undefined || count <= next) return;
    setNext(undefined);
    list.current?.children[next]?.querySelector('a')?.focus({ preventScroll: true });
  }, [next, count]);
  useEffect(() => {
    if (hasFailed && document.activeElement === document.body) focusOn(again.current);
  }, [hasFailed]);
  return { list, again, expectMore: () => setNext(count) };
}
