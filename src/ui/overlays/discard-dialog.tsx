import type { ComponentProps } from 'react';
import * as m from '../words/messages.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before discarding unsaved changes. */
export const DiscardDialog = (
  props: Pick<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onClose' | 'onConfirm'>,
) => (
  <ConfirmDialog question={m.leave_without_saving()} confirmLabel={m.discard_changes()} {...props}>
    {m.your_changes_will_be_lost()}
  </ConfirmDialog>
);
