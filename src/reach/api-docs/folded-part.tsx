import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  /** The target of links to this part; the page's script opens it when one is followed. */
  id: string;
  heading: ReactNode;
  about: ReactNode;
  children: ReactNode;
};

/** One of many parts of a page, collapsed to its heading and summary. Searching in the page and printing open it. */
export const FoldedPart = ({ id, heading, about, children }: Props) => (
  <details id={id} className="group border-t border-line">
    <summary className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        <h3 className="font-mono text-base font-semibold [overflow-wrap:anywhere]">{heading}</h3>
        <p className="mt-0.5 text-sm text-muted">{about}</p>
      </div>
      <ChevronDown
        className="mt-1 size-4 shrink-0 text-muted transition-transform group-open:rotate-180 print:hidden"
        aria-hidden="true"
      />
    </summary>
    <div className="pb-8">{children}</div>
  </details>
);
