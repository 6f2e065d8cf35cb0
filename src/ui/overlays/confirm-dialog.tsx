import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import * as m from '../words/messages.ts';
import { CloseByBack } from './close-by-back.tsx';
import { keepWhileComposing } from './keep-while-composing.ts';
import { questionStyles } from './question-styles.ts';
import { useReturnFocus } from './use-return-focus.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  /** The question, as a sentence. */
  question: string;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  /** The look of the confirm button; `danger` unless nothing is lost. */
  variant?: 'danger' | 'primary';
  isBusy?: boolean;
  children?: ReactNode;
};

/** Asks before something is lost. The cancel button has the focus. */
export function ConfirmDialog({
  isOpen,
  onClose,
  question,
  confirmLabel,
  cancelLabel = m.cancel(),
  onConfirm,
  variant = 'danger',
  isBusy = false,
  children,
}: Props) {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-black/45" />
        <AlertDialog.Content {...returnFocus} onEscapeKeyDown={keepWhileComposing} className={questionStyles}>
          <CloseByBack close={onClose} />
          <AlertDialog.Title className="font-serif text-xl leading-snug">{question}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 text-muted">{children}</div>
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={variant} disabled={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
