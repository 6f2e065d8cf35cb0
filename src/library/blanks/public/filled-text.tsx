import { memo, type RefObject } from 'react';
import { classNames } from '#ui/class-names.ts';
import type { Blank } from './blanks.ts';
import { type FillStore, useDrawnValue } from './fill-store.ts';
import { blankKey, type Piece } from './parse.ts';

type Props = {
  pieces: readonly Piece[];
  blanks: readonly Blank[];
  store: FillStore;
  /** Called with the key of the blank that was clicked. */
  choose: (key: string) => void;
  ref?: RefObject<HTMLPreElement | null>;
};

export const filledTextStyles =
  'px-5 py-6 font-serif text-[1.0625rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]';

/** A prompt as it will be copied, with its blanks marked. While the member types, only that blank is rendered again. */
export const FilledText = memo(function FilledText({ pieces, blanks, store, choose, ref }: Props) {
  const byKey = new Map(blanks.map((blank) => [blankKey(blank.name), blank]));
  const blocks = blocksOf(pieces);
  return (
    <pre ref={ref} dir="auto" className={filledTextStyles}>
      {blocks.map((block, number) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places.
          key={number}
          className={classNames(
            'block',
            blocks.length > 1 && '[contain-intrinsic-size:auto_40rem] [content-visibility:auto]',
          )}
        >
          {block.map((piece, index) =>
            piece.kind === 'blank' ? (
              <Mark
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places.
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
        </span>
      ))}
    </pre>
  );
});

/** After this many characters, the next line starts a new block. */
const blockLength = 2_000;

/**
 * Groups the pieces into blocks of whole lines. The browser lays out a block at a time, and skips blocks that are out
 * of view; a long text in a single block would make typing slow.
 */
function blocksOf(pieces: readonly Piece[]): Piece[][] {
  let block: Piece[] = [];
  let length = 0;
  const blocks = [block];
  for (const piece of pieces) {
    let rest = piece;
    while (rest.kind === 'text' && length + rest.raw.length > blockLength) {
      const end = rest.raw.indexOf('\n', Math.max(0, blockLength - length)) + 1;
      if (end === 0 || end === rest.raw.length) break;
      block.push({ kind: 'text', raw: rest.raw.slice(0, end) });
      rest = { kind: 'text', raw: rest.raw.slice(end) };
      block = [];
      length = 0;
      blocks.push(block);
    }
    block.push(rest);
    length += rest.raw.length;
  }
  return blocks;
}

type MarkProps = {
  piece: Extract<Piece, { kind: 'blank' }>;
  blank: Blank | undefined;
  store: FillStore;
  choose: (key: string) => void;
};

/** Keyboard users reach the blank through its form field; a click here focuses that field. */
function Mark({ piece, blank, store, choose }: MarkProps) {
  const value = useDrawnValue(store, piece.key);
  const text = value || blank?.default;
  const look = value ? 'filled' : text ? 'default' : blank?.required === false ? 'optional' : 'open';
  return (
    // biome-ignore lint/a11y: a shortcut for the mouse; the form has a labeled field for each blank.
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
