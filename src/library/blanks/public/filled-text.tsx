import { memo, type RefObject } from 'react';
import { classNames } from '#ui/class-names.ts';
import type { Blank } from './blanks.ts';
import { type FillStore, useFilledValue } from './fill-store.ts';
import { blankKey, type Piece } from './parse.ts';

type Props = {
  pieces: readonly Piece[];
  blanks: readonly Blank[];
  store: FillStore;
  /** Called with the key of the blank that was clicked. */
  choose: (key: string) => void;
  ref?: RefObject<HTMLPreElement | null>;
};

/** A prompt as it will be copied, with its blanks marked. While somebody types, only the blank in question is drawn again. */
export const FilledText = memo(function FilledText({ pieces, blanks, store, choose, ref }: Props) {
  const byKey = new Map(blanks.map((blank) => [blankKey(blank.name), blank]));
  return (
    <pre
      ref={ref}
      dir="auto"
      className="px-5 py-6 font-serif text-[1.0625rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
    >
      {pieces.map((piece, index) =>
        piece.kind === 'blank' ? (
          <Mark
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
            key={index}
            piece={piece}
            blank={byKey.get(piece.key)}
            store={store}
            choose={choose}
          />
        ) : piece.kind === 'escape' ? (
          piece.text
        ) : (
          piece.raw
        ),
      )}
    </pre>
  );
});

type MarkProps = {
  piece: Extract<Piece, { kind: 'blank' }>;
  blank: Blank | undefined;
  store: FillStore;
  choose: (key: string) => void;
};

/** Keyboards reach the blank by its field in the form; a click here goes there too. */
function Mark({ piece, blank, store, choose }: MarkProps) {
  const value = useFilledValue(store, piece.key);
  const text = value || blank?.default;
  const look = value ? 'filled' : text ? 'default' : blank?.required === false ? 'optional' : 'open';
  return (
    // biome-ignore lint/a11y: a shortcut for pointers; the form has a labeled field for each blank.
    <mark
      data-blank={look}
      title={blank?.label}
      className={classNames(
        'cursor-pointer rounded-sm px-0.5 [box-decoration-break:clone]',
        look === 'filled' && 'bg-accent-soft text-ink',
        look === 'default' &&
          'bg-accent-soft/60 text-ink underline decoration-line-strong decoration-dotted underline-offset-4',
        look === 'open' && 'bg-mark text-ink',
        look === 'optional' &&
          'bg-transparent text-muted underline decoration-line-strong decoration-dotted underline-offset-4',
      )}
      onClick={() => choose(piece.key)}
    >
      {text || piece.raw}
    </mark>
  );
}
