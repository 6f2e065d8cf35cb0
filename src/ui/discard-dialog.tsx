import type { ComponentProps } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before discarding unsaved changes. */
export const DiscardDialog = (
  props: Pick<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onClose' | 'onConfirm'>,
) => (
  <ConfirmDialog question="Leave without saving?" confirmLabel="Discard changes" {...props}>
    Your changes will be lost.
  </ConfirmDialog>
);
