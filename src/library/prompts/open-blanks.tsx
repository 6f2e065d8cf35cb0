import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { type Blank, openBlanks } from '#library/blanks/public/blanks.ts';
import { type FillStore, useFilledValues } from '#library/blanks/public/fill-store.ts';
import { maximumNamed, openKinds, openLine } from '#library/blanks/public/open-line.ts';
import { blankKey } from '#library/blanks/public/parse.ts';
import { EarlyField, shownWith } from '#ui/early-field.tsx';
import { formatNumber } from '#ui/format.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as m from './words/messages.ts';

type Props = { id: string; blanks: Blank[]; store: FillStore; choose: (key: string) => void };

const nameStyles = 'inline-block min-h-6 max-w-full py-[0.15rem] text-left';
const underlined = 'underline decoration-line-strong underline-offset-4';

/** Names the blanks that are still open, so that nobody copies an incomplete text by accident. It doesn't prevent copying. */
export function OpenBlanks({ id, blanks, store, choose }: Props) {
  const { kind, named, more } = openLine(openBlanks(blanks, useFilledValues(store)));
  return (
    <Line
      id={id}
      kind={kind}
      names={named.map((blank, index) => (
        <Fragment key={blank.name}>
          {index > 0 && ' '}
          <button
            type="button"
            className={`${nameStyles} hover:text-ink`}
            onClick={() => choose(blankKey(blank.name))}
          >
            <span className={underlined}>{blank.label}</span>
            {/* Directly after the last word, even if a long name takes several lines. */}
            {index < named.length - 1 && <span aria-hidden="true">,</span>}
          </button>
        </Fragment>
      ))}
      more={formatNumber(more)}
    />
  );
}

/** The same before the app runs, as if no blank had been filled in before. */
export const EarlyOpenBlanks = () =>
  openKinds.map((kind) => (
    <Line
      key={kind}
      kind={kind}
      names={Array.from({ length: maximumNamed }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
        <Fragment key={index}>
          {' '}
          <span className={nameStyles} {...shownWith(`open.named.${index}`)}>
            <EarlyField as="span" name={`open.named.${index}.label`} className={underlined} />
            <span {...shownWith(`open.named.${index + 1}`)}>,</span>
          </span>
        </Fragment>
      ))}
      more={<EarlyField as="span" name="open.more" className="" />}
      hidden
      {...shownWith('open.kind', { is: kind })}
    />
  ));

type LineProps = ComponentProps<'p'> & {
  kind: (typeof openKinds)[number];
  names: ReactNode;
  more: ReactNode;
};

const Line = ({ kind, names, more, ...attributes }: LineProps) => (
  <p className="mt-1.5 text-[0.8125rem] text-muted print:hidden" {...attributes}>
    {kind === 'none' ? (
      m.all_blanks_are_filled_in()
    ) : (
      <RichText
        parts={
          kind === 'many'
            ? m.still_open_and_more({ names: () => names, more: () => more })
            : m.still_open({ names: () => names })
        }
      />
    )}
  </p>
);
