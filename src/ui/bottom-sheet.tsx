import type { ReactNode } from 'react';
import { lazyPart, MissingPart } from './lazy-part.tsx';

export type BottomSheetProps = {
  title: string;
  isOpen: boolean;
  close: () => void;
  /** The id of the control that gets the focus; else the first one. */
  focusId?: string | undefined;
  footer: ReactNode;
  children: ReactNode;
};

/** A dialog that comes up from the lower edge, where a thumb reaches it. */
export const BottomSheet = lazyPart<BottomSheetProps>(() => import('./bottom-sheet-panel.tsx'), {
  missing: ({ isOpen }, retry) => isOpen && <MissingPart retry={retry} />,
  comesSoon: true,
});
