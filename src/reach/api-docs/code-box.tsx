import type { ComponentProps } from 'react';

export const CodeBox = (attributes: ComponentProps<'pre'>) => (
  <pre
    className="mt-1 overflow-x-auto rounded-md border border-line bg-surface px-4 py-3 font-mono text-[0.8125rem]"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    tabIndex={0}
    {...attributes}
  />
);
