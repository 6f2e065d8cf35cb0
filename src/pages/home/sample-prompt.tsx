import { Fragment } from 'react';
import { readBlanks } from '#library/blanks/public/blanks.ts';
import { blankKey } from '#library/blanks/public/parse.ts';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** A prompt with its blanks, the way the library shows it. */
export function SamplePrompt({ title, eyebrow, text }: { title: string; eyebrow: string; text: string }) {
  const { pieces, blanks } = readBlanks(text);
  const labels = new Map(blanks.map(({ name, label }) => [blankKey(name), label]));
  return (
    <figure className="rounded-md border border-line bg-surface shadow-raised">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-6 py-4">
        <span className="font-serif text-lg font-medium">{title}</span>
        <span className="eyebrow">{eyebrow}</span>
      </figcaption>
      <p className="px-6 py-6 font-serif text-[1.0625rem] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
        {pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change order.
          <Fragment key={index}>
            {piece.kind === 'blank' ? (
              <mark className="rounded-sm border-b border-dashed border-signal bg-mark px-1.5 text-ink">
                {labels.get(piece.key) ?? piece.name}
              </mark>
            ) : piece.kind === 'escape' ? (
              piece.text
            ) : (
              piece.raw
            )}
          </Fragment>
        ))}
      </p>
      {blanks.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-6 py-3 text-[0.8125rem] text-muted">
          <span>{m.any_current_chat_model()}</span>
          <span className="font-semibold text-accent">
            {common.blanks_to_fill_in({ blanks: common.count_blank({ count: blanks.length }) })}
          </span>
        </div>
      )}
    </figure>
  );
}
