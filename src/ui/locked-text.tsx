import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import * as m from './words/messages.ts';

/** Blurred in place of the text, which this page never received. */
const placeholder =
  'You are an editor with a clear brief and little time. Read what follows once for sense and once for sound. Note what the reader knows already, what they need next, and what can go. Work in the order given, keep to the length, and say so where something is missing. Then write the piece: plain words, one thought a sentence, the strongest part first. Close with a list of what you changed and why it serves the reader better than before.';

/** Shows that there is more to read, and how to unlock it. */
export function LockedText({
  label,
  title,
  mark = m.pro_only(),
  isBlurred = true,
  children,
}: {
  label: string;
  title: string;
  mark?: string;
  /** Whether a blurred text is behind it, which only covers the first lines of a long list. */
  isBlurred?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className="relative mt-8 grid overflow-hidden rounded-md border border-line bg-surface"
    >
      {isBlurred && (
        <p
          aria-hidden="true"
          className="col-start-1 row-start-1 px-5 py-10 font-serif text-[1.0625rem] leading-relaxed blur-[7px] select-none"
        >
          {placeholder}
        </p>
      )}
      <div className="z-10 col-start-1 row-start-1 grid place-items-center bg-surface/60 p-6 text-center">
        <div>
          <span className="inline-flex items-center gap-1.5 rounded-full bg-signal-soft px-3 py-1 text-[0.8125rem] font-semibold text-signal">
            <Lock className="size-3.5" aria-hidden="true" />
            {mark}
          </span>
          <p className="mt-4 mb-5 font-serif text-2xl font-medium">{title}</p>
          {children}
        </div>
      </div>
    </section>
  );
}
