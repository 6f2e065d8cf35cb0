import { Fragment } from 'react';
import { type Blank, openBlanks } from '#library/blanks/public/blanks.ts';
import { type FillStore, useFilledValues } from '#library/blanks/public/fill-store.ts';
import { blankKey } from '#library/blanks/public/parse.ts';
import { formatNumber } from '#ui/format.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as m from './words/messages.ts';

const maximumNamed = 6;

/** Names what would stay open, so that nobody copies a text with holes unaware. It stops nobody. */
export function OpenBlanks({
  id,
  blanks,
  store,
  choose,
}: {
  id: string;
  blanks: Blank[];
  store: FillStore;
  choose: (key: string) => void;
}) {
  const open = openBlanks(blanks, useFilledValues(store));
  const named = open.slice(0, maximumNamed);
  const names = () => (
    <>
      {named.map((blank, index) => (
        <Fragment key={blank.name}>
          {index > 0 && ' '}
          {/* A line never begins with the comma. */}
          <span className="whitespace-nowrap">
            <button
              type="button"
              className="min-h-6 max-w-full text-left whitespace-normal underline decoration-line-strong underline-offset-4 hover:text-ink"
              onClick={() => choose(blankKey(blank.name))}
            >
              {blank.label}
            </button>
            {index < named.length - 1 && ','}
          </span>
        </Fragment>
      ))}
    </>
  );
  return (
    <p id={id} className="mt-1.5 text-[0.8125rem] text-muted">
      {open.length === 0 ? (
        m.all_blanks_are_filled_in()
      ) : (
        <RichText
          parts={
            open.length > named.length
              ? m.still_open_and_more({ names, count: formatNumber(open.length - named.length) })
              : m.still_open({ names })
          }
        />
      )}
    </p>
  );
}
