import { useId, useMemo, useRef } from 'react';
import { splitAtBlanks, valuesOf } from '#library/blanks/public/blanks.ts';
import { FillForm } from '#library/blanks/public/fill-form.tsx';
import { FillSheet, useFillPlace } from '#library/blanks/public/fill-place.tsx';
import type { FillStore } from '#library/blanks/public/fill-store.ts';
import { FilledText } from '#library/blanks/public/filled-text.tsx';
import { fillBlanks } from '#library/blanks/public/parse.ts';
import { useRememberedValues } from '#library/blanks/public/values-query.ts';
import { CopyButton, CopyRow } from '#library/catalog/public/copy-control.tsx';
import { OpenInMenu } from '#library/catalog/public/open-in-menu.tsx';
import { useCopy } from '#library/catalog/public/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { keepFocusClear } from '#ui/keep-focus-clear.ts';
import * as common from '#ui/words/messages.ts';
import type { MyVersion } from './my-versions.contract.ts';
import * as m from './words/messages.ts';

type Props = { mine: MyVersion; store: FillStore };

/** The version's text with its values filled in. Copying one's own text doesn't count as a copy. */
export function MyVersionText({ mine: { text, blanks }, store }: Props) {
  const formId = useId();
  const remembered = useRememberedValues();
  const shown = useRef<HTMLPreElement>(null);
  const pieces = useMemo(() => splitAtBlanks(text, blanks), [text, blanks]);
  const copying = useCopy(() => shown.current && getSelection()?.selectAllChildren(shown.current));
  const copy = async () => ({ text: fillBlanks(pieces, valuesOf(blanks, store.values())) });
  const { isWide, choose, sheet } = useFillPlace(formId);
  const onCopy = () => copying.copy(copy);
  const hasBlanks = blanks.length > 0;
  const form = (
    <FillForm blanks={blanks} store={store} remembered={remembered} idPrefix={formId} finish={onCopy} />
  );
  return (
    <>
      <div className={hasBlanks ? 'gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]' : ''}>
        <section aria-label={m.text()} className="min-w-0 rounded-md border border-line bg-surface">
          <div
            ref={keepFocusClear}
            className="sticky top-16 z-10 flex flex-wrap justify-end gap-3 rounded-t-md border-b border-line bg-surface px-5 py-3"
          >
            <CopyButton copying={copying} onCopy={onCopy} />
            <OpenInMenu copying={copying} copy={copy} />
          </div>
          <FilledText ref={shown} pieces={pieces} blanks={blanks} store={store} choose={choose} />
        </section>
        {hasBlanks && isWide && (
          <aside aria-label={m.values()} className="h-fit rounded-md border border-line bg-surface p-5">
            {form}
          </aside>
        )}
      </div>
      {hasBlanks && !isWide && (
        <div className="sticky bottom-(--strip) z-10 mt-5 border-t border-line bg-paper py-3 print:hidden">
          <FillSheet
            {...sheet}
            title={common.fill_in()}
            blanks={blanks}
            store={store}
            footer={
              <CopyRow copying={copying} onCopy={onCopy}>
                <Button variant="secondary" onClick={sheet.close}>
                  {common.see_the_text()}
                </Button>
              </CopyRow>
            }
          >
            {form}
          </FillSheet>
        </div>
      )}
    </>
  );
}
