import { useRef } from 'react';

/** Receives work that a save waits for, such as an upload; it resolves to false if it failed. */
export type Track = (work: Promise<boolean>) => void;

export function usePendingWork() {
  const pending = useRef(new Set<Promise<boolean>>());
  return {
    track(work: Promise<boolean>) {
      pending.current.add(work);
      void work.finally(() => pending.current.delete(work));
    },
    /** Resolves when no work is pending, to whether all of it succeeded. */
    async settled(): Promise<boolean> {
      return (await Promise.all(pending.current)).every(Boolean);
    },
  };
}
