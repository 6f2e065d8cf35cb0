import { ListChecks } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { BottomSheet, type BottomSheetProps } from '#ui/overlays/bottom-sheet.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import * as common from '#ui/words/messages.ts';
import type { Blank } from './blanks.ts';
import { fieldId, focusField } from './fill-form.tsx';
import { type FillStore, useFilledValues } from './fill-store.ts';
import { blankKey } from './parse.ts';

/** What follows once a prompt's blanks are filled in. */
export type Filling = { blanks: readonly Blank[]; run: () => void };
/** Focuses the field of a blank. A sheet that it opens offers `filling` as its main action. */
export type Choose = (key: string, filling?: Filling) => void;

/**
 * Where the form of a text is shown: beside the text in wide windows, else in a `FillSheet`. `idPrefix` is that of the
 * fields' ids.
 */
export function useFillPlace(idPrefix: string) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [opened, setOpened] = useState<{ key?: string; filling?: Filling | undefined }>();
  return {
    isWide,
    choose: useCallback<Choose>(
      (key, filling) => (isWide ? focusField(fieldId(idPrefix, key)) : setOpened({ key, filling })),
      [isWide, idPrefix],
    ),
    filling: opened?.filling,
    sheet: {
      isOpen: opened !== undefined,
      /** The id of the field to focus; undefined for the first one. */
      focusId: opened?.key === undefined ? undefined : fieldId(idPrefix, opened.key),
      open: () => setOpened({}),
      close: () => setOpened(undefined),
    },
  };
}

type Props = BottomSheetProps & {
  open: () => void;
  blanks: readonly Blank[];
  store: FillStore;
};

/** The button below a text, which counts the blanks without a value, and the sheet that it opens with the form. Spread the `sheet` from `useFillPlace` into its props. */
export function FillSheet({ open, blanks, store, ...sheet }: Props) {
  const values = useFilledValues(store);
  const count = blanks.filter(({ name }) => !values.get(blankKey(name))).length;
  return (
    <>
      <Button variant="secondary" className="w-full" onClick={open}>
        <ListChecks className="size-4" aria-hidden="true" />
        {count > 0
          ? common.fill_in_blanks({ blanks: common.count_blank({ count }) })
          : common.change_values()}
      </Button>
      <BottomSheet {...sheet} />
    </>
  );
}
