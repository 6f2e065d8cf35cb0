import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';
import * as m from './words/messages.ts';

/** The frame of every admin page: a back link, its title and its main action. */
export function AdminFrame({
  title,
  back,
  action,
  children,
}: {
  title: string;
  /** The list that the page belongs to. */
  back?: { to: string; label: string };
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        <BackLink to="/admin">{m.back_to_admin_dashboard()}</BackLink>
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
      </div>
      <div className="mt-3 mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="min-w-0 text-3xl [overflow-wrap:anywhere]">{title}</h1>
        {action}
      </div>
      {children}
    </>
  );
}
