import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/button.tsx';

export function BrowseHero({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page flex flex-wrap items-end justify-between gap-x-12 gap-y-6 pt-14 pb-10">
      <div className="max-w-2xl">
        <h1 className="text-4xl md:text-5xl">{title}</h1>
        <p className="mt-4 max-w-xl text-base text-muted">{children}</p>
      </div>
      <ButtonLink to="/signup" size="large">
        Get Started Free
      </ButtonLink>
    </div>
  );
}
