import type { ReactNode } from 'react';

/** A row of a list, such as of a member's keys: a `RowText`, and its actions beside it. */
export const ListRow = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">{children}</li>
);

type Props = {
  name: ReactNode;
  about?: string;
  /** In small print, on one line if they fit. */
  details: (string | false | null | undefined)[];
};

export function RowText({ name, about, details }: Props) {
  const known = details.filter(Boolean);
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
        {name}
      </p>
      {about !== undefined && <p className="mt-1 text-sm text-muted">{about}</p>}
      {known.length > 0 && (
        // Keeps lines from starting with the dot.
        <p className="mt-1 text-[0.8125rem] text-muted [overflow-wrap:anywhere]">{known.join('\u00a0· ')}</p>
      )}
    </div>
  );
}
