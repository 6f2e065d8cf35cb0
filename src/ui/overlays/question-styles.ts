/** A question in the middle of the window. It scrolls where the window is lower, as at a zoom of 400%. */
export const questionStyles =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2.5rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-line bg-surface p-6 shadow-raised';
