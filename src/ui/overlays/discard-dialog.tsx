import type { ComponentProps } from 'react';
import * as m from '../words/messages.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = Pick<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onClose' | 'onConfirm'> & {
  /** Whether the changes stay in this browser and can be saved later. */
  isKept?: boolean;
};

/** Asks before leaving unsaved changes. */
export const DiscardDialog = ({ isKept = false, ...props }: Props) => (
  <ConfirmDialog
    question={m.leave_without_saving()}
    cancelLabel={m.keep_editing()}
    confirmLabel={isKept ? m.leave() : m.discard_changes()}
    variant={isKept ? 'primary' : 'danger'}
    {...props}
  >
    {isKept ? m.changes_stay_in_browser() : m.your_changes_will_be_lost()}
  </ConfirmDialog>
);
