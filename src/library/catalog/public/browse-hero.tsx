import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import * as m from '../words/messages.ts';

type Props = {
  title: string;
  /** The same list for signed-in members. */
  library: { to: string; label: string };
  /** The public list of the other kind. */
  other: { to: string; label: string };
  children: ReactNode;
};

/** The header of a public list. Visitors get a link to sign-up, members one to their library. */
export function BrowseHero({ title, library, other, children }: Props) {
  return (
    <div className="page flex flex-wrap items-end justify-between gap-x-12 gap-y-6 pt-14 pb-10">
      <div className="max-w-2xl min-w-0">
        <h1 className="text-4xl md:text-5xl">{title}</h1>
        <p className="mt-4 max-w-xl text-base text-muted">{children}</p>
        <Link
          to={other.to}
          className="mt-3 inline-flex min-h-6 items-center font-semibold text-accent underline underline-offset-4"
        >
          {other.label}
        </Link>
      </div>
      <ButtonLink to="/signup" size="large" className="when-signed-out">
        {m.get_started_free()}
      </ButtonLink>
      <ButtonLink to={library.to} size="large" className="when-signed-in">
        {library.label}
      </ButtonLink>
    </div>
  );
}
