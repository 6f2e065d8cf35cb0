import { type PointerEvent, useRef } from 'react';

/** How far to pull a sheet down to close it. */
const closingPixels = 80;

/** Handlers for the top of a sheet, which closes when it is pulled down. They do nothing in browsers that don't pass on touches. */
export function useSwipeDown(close: () => void) {
  const from = useRef<number>(undefined);
  const move = ({ currentTarget }: PointerEvent, by: number) => {
    const sheet = currentTarget.closest<HTMLElement>('[role="dialog"]');
    if (sheet) sheet.style.translate = by > 0 ? `0 ${by}px` : '';
  };
  const end = (event: PointerEvent) => {
    from.current = undefined;
    move(event, 0);
  };
  return {
    onPointerDown(event: PointerEvent) {
      const isOurs = getComputedStyle(event.currentTarget).touchAction === 'none';
      from.current = event.pointerType === 'touch' && isOurs ? event.clientY : undefined;
    },
    onPointerMove(event: PointerEvent) {
      if (from.current !== undefined) move(event, event.clientY - from.current);
    },
    onPointerUp(event: PointerEvent) {
      const isFar = from.current !== undefined && event.clientY - from.current > closingPixels;
      end(event);
      if (isFar) close();
    },
    onPointerCancel: end,
  };
}
