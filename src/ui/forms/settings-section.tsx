import type { ReactNode } from 'react';

/** A group of settings, with its title beside it on wide screens. */
export function SettingsSection({
  title,
  about,
  children,
}: {
  title: string;
  about?: string;
  children: ReactNode;
}) {
  return (
    <section className="grid gap-x-10 gap-y-5 border-t border-line py-8 lg:grid-cols-[11rem_1fr]">
      <div>
        <h2 className="text-xl">{title}</h2>
        {about && <p className="mt-1.5 text-[0.8125rem] text-muted">{about}</p>}
      </div>
      <div className="min-w-0 space-y-5">{children}</div>
    </section>
  );
}
