import type { ReactNode } from 'react';

/** Says that this is a test. */
export function SandboxFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-lg py-6">
      <p className="mb-6 rounded-md border-2 border-dashed border-signal px-4 py-3 text-[0.8125rem]">
        <strong className="text-signal">Sandbox.</strong> No payment provider is connected to this site yet.
        This page takes its place: nothing is charged, and you don't need a card.
      </p>
      <h1 className="mb-5 text-3xl">{title}</h1>
      {children}
    </div>
  );
}
