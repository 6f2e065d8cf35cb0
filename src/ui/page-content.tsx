import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The page itself, without what other pages have too. Each page has exactly one; the skip link leads to it. */
export const PageContent = ({ className, children }: { className?: string; children: ReactNode }) => (
  <main id="content" tabIndex={-1} className={classNames('outline-none', className)}>
    {children}
  </main>
);
