import { Fragment } from 'react';
import * as m from '../words/messages.ts';

export type Change = { kind: 'same' | 'added' | 'removed'; text: string };

/** Unchanged lines around a change; those farther away are collapsed. */
const contextLines = 2;

/** The changes in a text, line by line. */
export function Difference({ changes }: { changes: readonly Change[] }) {
  return (
    <pre className="overflow-hidden rounded-md border border-line bg-paper font-serif text-base leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a difference never move.
        <Fragment key={index}>
          {change.kind === 'added' ? (
            <ins className="block border-l-3 border-added bg-added-soft px-4 py-1 no-underline">
              <span className="sr-only">{m.added()} </span>
              {change.text}
            </ins>
          ) : change.kind === 'removed' ? (
            <del className="block border-l-3 border-signal bg-signal-soft px-4 py-1 text-muted">
              <span className="sr-only">{m.removed()} </span>
              {change.text}
            </del>
          ) : (
            <Unchanged text={change.text} isFirst={index === 0} isLast={index === changes.length - 1} />
          )}
        </Fragment>
      ))}
    </pre>
  );
}

function Unchanged({ text, isFirst, isLast }: { text: string; isFirst: boolean; isLast: boolean }) {
  const lines = text.split('\n');
  const before = isFirst ? 0 : contextLines;
  const after = isLast ? 0 : contextLines + 1;
  const folded = lines.length - before - after;
  if (folded <= contextLines) return <span className="block px-4 py-1">{text}</span>;
  return (
    <span className="block px-4 py-1">
      {before > 0 && `${lines.slice(0, before).join('\n')}\n`}
      <span className="my-1 block font-sans text-[0.8125rem] text-muted">
        {m.lines_unchanged({ lines: m.count_line({ count: folded }) })}
      </span>
      {lines.slice(lines.length - after).join('\n')}
    </span>
  );
}
