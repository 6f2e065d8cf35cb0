import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as m from './words/messages.ts';

/** What every admin page has: a back link, its title, and its main action. */
export function AdminFrame({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <Link to="/admin" className="inline-block py-1 text-sm text-muted hover:text-ink">
        {m.back_to_admin_dashboard()}
      </Link>
      <div className="mt-3 mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">{title}</h1>
        {action}
      </div>
      {children}
    </>
  );
}
