import type { ReactNode } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { usePanelLoadError } from './use-panel-load-error.ts';

export type BottomSheetProps = {
  title: string;
  isOpen: boolean;
  close: () => void;
  /** The id of the control that gets the focus; by default the first one. */
  focusId?: string | undefined;
  footer: ReactNode;
  children: ReactNode;
};

/** A dialog that slides up from the bottom edge on a phone, within reach of a thumb, and is centered in wider windows. */
export const BottomSheet = lazyPart<BottomSheetProps>(() => import('./bottom-sheet-panel.tsx'), {
  missing: (props, retry) => <Missing {...props} retry={retry} />,
  comesSoon: true,
});

function Missing({ isOpen, close, retry }: BottomSheetProps & { retry: () => void }) {
  usePanelLoadError(isOpen, close, retry);
  return null;
}
