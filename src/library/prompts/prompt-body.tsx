import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { foldedLength } from '#constants';
import { RunFilled, useCanRun } from '#library/answers/public/run-button.tsx';
import { type Blank, splitAtBlanks } from '#library/blanks/public/blanks.ts';
import { FillForm } from '#library/blanks/public/fill-form.tsx';
import { FillSheet, useFillPlace } from '#library/blanks/public/fill-place.tsx';
import { type FillStore, typedInto, useFillStore } from '#library/blanks/public/fill-store.ts';
import { FilledText } from '#library/blanks/public/filled-text.tsx';
import type { Piece } from '#library/blanks/public/parse.ts';
import { useRememberedValues } from '#library/blanks/public/values-query.ts';
import { CopiesLeft, CopyControl, CopyRow } from '#library/catalog/public/copy-control.tsx';
import { OpenInMenu } from '#library/catalog/public/open-in-menu.tsx';
import { useCopy } from '#library/catalog/public/use-copy.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatNumber } from '#ui/format.ts';
import { keepFocusClear } from '#ui/keep-focus-clear.ts';
import { focusOn } from '#ui/keep-row-focus.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useIsPrinting } from '#ui/use-is-printing.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import * as common from '#ui/words/messages.ts';
import { OpenBlanks } from './open-blanks.tsx';
import { PromptMenu } from './prompt-menu.tsx';
import * as m from './words/messages.ts';

export const RunHere = lazyPart(
  async () => ({ default: (await import('#library/answers/public/run-here.tsx')).RunHere }),
  { comesSoon: true },
);

type Props = { itemId: string; slug: string; version: number; body: string; blanks: Blank[] };

/** A prompt's text with its blanks, the form to fill them in, and the buttons to copy or run it. */
export function PromptBody({ itemId, slug, version, body, blanks }: Props) {
  const [isUnfolded, setIsUnfolded] = useState(body.length <= foldedLength);
  const isWhole = useIsPrinting() || isUnfolded;
  const text = useRef<HTMLPreElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const sheetButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { isWide, choose, filling, sheet } = useFillPlace(id);
  const isPhone = !useMediaQuery('(min-width: 48rem)');
  const store = useFillStore(`prompt:${itemId}`);
  const remembered = useRememberedValues();
  const canRun = useCanRun();
  const pieces = useMemo(() => splitAtBlanks(body, blanks), [body, blanks]);
  const shown = useMemo(() => (isWhole ? pieces : fold(pieces, foldedLength)), [pieces, isWhole]);
  const unfold = () => flushSync(() => setIsUnfolded(true));
  const { copying, recordFilled, copy, copyTemplate } = usePromptCopy({ slug, body, blanks, store }, () => {
    unfold();
    if (text.current) getSelection()?.selectAllChildren(text.current);
  });
  const hasBlanks = blanks.length > 0;
  const form = (finish: () => void) => (
    <FillForm blanks={blanks} store={store} remembered={remembered} idPrefix={id} finish={finish} />
  );

  const copyButtonProps = {
    copying,
    onCopy: copy,
    buttonRef: copyButton,
    describedBy: hasBlanks ? `${id}-open` : undefined,
  };
  const otherWays = (
    <>
      <OpenInMenu copying={copying} copy={recordFilled} />
      <PromptMenu slug={slug} copyTemplate={hasBlanks ? copyTemplate : undefined} />
    </>
  );

  return (
    <>
      <section aria-labelledby={id} className="mt-8 rounded-md border border-line bg-surface">
        <div
          ref={keepFocusClear}
          className="sticky top-16 z-10 rounded-t-md border-b border-line bg-surface px-5 py-3"
        >
          <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
            <h2 id={id} className="text-xl">
              {common.prompt()}
            </h2>
            {isPhone ? <CopiesLeft /> : <CopyControl {...copyButtonProps}>{otherWays}</CopyControl>}
          </div>
          {hasBlanks && <OpenBlanks id={`${id}-open`} blanks={blanks} store={store} choose={choose} />}
        </div>
        <div className={classNames(hasBlanks && 'lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]')}>
          <div className="min-w-0">
            <FilledText ref={text} pieces={shown} blanks={blanks} store={store} choose={choose} />
            {!isWhole && (
              <div className="border-t border-line px-5 py-4">
                <Button
                  variant="secondary"
                  onClick={() => {
                    unfold();
                    focusOn(text.current);
                  }}
                >
                  {m.show_all_count_characters({ count: formatNumber(body.length) })}
                </Button>
              </div>
            )}
          </div>
          {hasBlanks && isWide && (
            <aside aria-label={common.fill_in()} className="border-l border-line bg-paper/60 print:hidden">
              <div className="sticky top-40 max-h-[calc(100dvh-10rem)] overflow-y-auto px-5 py-5">
                <FormTitle count={blanks.length} />
                {form(() => copyButton.current?.focus())}
              </div>
            </aside>
          )}
        </div>
        {isPhone && (
          // Always within reach, wherever the page is scrolled to.
          <div className="bottom-bar fixed inset-x-0 bottom-(--strip) z-20 border-t border-line bg-surface px-5 py-3 print:hidden">
            <CopyRow {...copyButtonProps}>{otherWays}</CopyRow>
          </div>
        )}
        {hasBlanks && !isWide && (
          <div className="z-10 rounded-b-md border-t border-line bg-surface px-5 py-3 md:sticky md:bottom-(--strip) print:hidden">
            <FillSheet
              {...sheet}
              title={common.fill_in()}
              blanks={blanks}
              store={store}
              footer={
                filling ? (
                  <RunFilled filling={filling} store={store} close={sheet.close} buttonRef={sheetButton} />
                ) : (
                  <CopyRow copying={copying} onCopy={copy} buttonRef={sheetButton}>
                    <Button variant="secondary" onClick={sheet.close}>
                      {common.see_the_text()}
                    </Button>
                  </CopyRow>
                )
              }
            >
              {form(() => sheetButton.current?.focus())}
            </FillSheet>
          </div>
        )}
      </section>
      {canRun && (
        <RunHere
          itemId={itemId}
          slug={slug}
          version={version}
          values={() => typedInto(blanks, store)}
          blanks={blanks}
          store={store}
          choose={choose}
        />
      )}
    </>
  );
}

type Filled = { slug: string; body: string; blanks: readonly Blank[]; store: FillStore };

/** Copies a prompt filled in, or as its author wrote it. `selectText` is the same as for `useCopy`. */
function usePromptCopy({ slug, body, blanks, store }: Filled, selectText: () => void) {
  const client = useQueryClient();
  const copying = useCopy(selectText);
  const record = async (id: string, values: Record<string, string>) => {
    const copied = await (
      await api.prompts[':slug'].copies.$post({ param: { slug }, json: { id, values } })
    ).json();
    if (Object.keys(values).length > 0) void client.invalidateQueries({ queryKey: queryKeys.values });
    const hasChanged = copied.prompt_body !== body;
    if (hasChanged) void client.invalidateQueries({ queryKey: queryKeys.prompts.details });
    const notice = hasChanged ? m.prompt_has_changed() : undefined;
    return { ...copied, isNotShown: hasChanged, notice };
  };
  const recordFilled = (id: string) => record(id, typedInto(blanks, store));
  return {
    copying,
    recordFilled,
    copy: () => copying.copy(recordFilled),
    copyTemplate: () =>
      copying.copy(async (id) => {
        const copied = await record(id, {});
        return { ...copied, text: copied.prompt_body, isNotShown: true };
      }),
  };
}

const FormTitle = ({ count }: { count: number }) => (
  <h3 className="mb-4 flex items-baseline justify-between gap-3 text-lg">
    {common.fill_in()}
    <span className="font-sans text-[0.8125rem] text-muted">{common.count_blank({ count })}</span>
  </h3>
);

/** The pieces up to about `length` characters. */
function fold(pieces: readonly Piece[], length: number): Piece[] {
  let left = length;
  const folded: Piece[] = [];
  for (const piece of pieces) {
    folded.push(
      piece.kind === 'text' && piece.raw.length > left
        ? { kind: 'text', raw: cutText(piece.raw, left) }
        : piece,
    );
    left -= piece.raw.length;
    if (left <= 0) break;
  }
  return [...folded, { kind: 'text', raw: '…' }];
}
