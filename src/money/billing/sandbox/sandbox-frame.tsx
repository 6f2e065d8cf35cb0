import type { ReactNode } from 'react';
import * as m from '../words/messages.ts';

/** Frames a page with a banner that no real payment is made. */
export function SandboxFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-lg py-6">
      <p className="mb-6 rounded-md border-2 border-dashed border-signal px-4 py-3 text-[0.8125rem]">
        <strong className="text-signal">{m.sandbox()}</strong> {m.sandbox_about()}
      </p>
      <h1 className="mb-5 text-3xl">{title}</h1>
      {children}
    </div>
  );
}
