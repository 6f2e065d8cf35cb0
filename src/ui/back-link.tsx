import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The link to the parent page, above the title. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="inline-flex max-w-full py-1 text-sm [overflow-wrap:anywhere] text-muted hover:text-ink print:hidden"
  >
    <span aria-hidden="true" className="whitespace-pre">
      {'← '}
    </span>
    <span className="min-w-0">{children}</span>
  </Link>
);
