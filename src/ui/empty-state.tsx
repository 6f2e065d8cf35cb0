import type { ReactNode } from 'react';

/** Replaces an empty list: why it is empty, and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="border-y border-line py-16 text-center">
      <p className="font-serif text-2xl font-medium">{title}</p>
      {children && <div className="mx-auto mt-4 max-w-md text-balance text-muted">{children}</div>}
    </div>
  );
}
