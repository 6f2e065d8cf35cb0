import type { ReactNode } from 'react';
import { LanguageButtons } from '#site/language/public/language-switch.tsx';

/** The frame of sign-in, sign-up and reset pages. `problem` is shown verbatim, above the form. */
export function AuthCard({
  title,
  problem,
  way,
  children,
  foot,
}: {
  title: string;
  problem?: string | undefined;
  /** A link or button that helps with the problem. */
  way?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-md px-5 py-14 md:py-20">
      <h1 className="mb-7 text-4xl">{title}</h1>
      <div role="alert">
        {problem && (
          <p className="mb-5 rounded-md border border-signal bg-signal-soft px-4 py-3 text-sm text-signal">
            {problem}
            {way && <> {way}</>}
          </p>
        )}
      </div>
      {children}
      {foot && <div className="mt-8 border-t border-line pt-5 text-sm text-muted">{foot}</div>}
      <LanguageButtons className="mt-8 text-sm text-muted" />
    </div>
  );
}

export const textLink = 'font-semibold text-accent underline underline-offset-4';
