import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Button } from '../button.tsx';
import * as m from '../words/messages.ts';
import type { BottomSheetProps } from './bottom-sheet.tsx';
import { CloseByBack } from './close-by-back.tsx';
import { keepWhileComposing } from './keep-while-composing.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useSwipeDown } from './use-swipe-down.ts';
import { useKeyboardStyle } from './use-visible-height.ts';

export default function BottomSheetPanel({
  title,
  isOpen,
  close,
  focusId,
  footer,
  children,
}: BottomSheetProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/45" />
        {isOpen && (
          <Sheet title={title} close={close} focusId={focusId} footer={footer}>
            {children}
          </Sheet>
        )}
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Sheet({ title, close, focusId, footer, children }: Omit<BottomSheetProps, 'isOpen'>) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const swiping = useSwipeDown(close);
  const style = useKeyboardStyle();
  return (
    <Dialog.Content
      onCloseAutoFocus={onCloseAutoFocus}
      onEscapeKeyDown={keepWhileComposing}
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        onOpenAutoFocus();
        const field = focusId ? document.getElementById(focusId) : null;
        if (!field) return;
        event.preventDefault();
        field.focus();
        field.scrollIntoView({ block: 'center' });
      }}
      style={style}
      className="fixed inset-x-0 bottom-(--keyboard) z-50 mx-auto flex max-h-[calc(min(85dvh,100dvh-var(--keyboard)))] flex-col low:max-h-dvh low:overflow-y-auto rounded-t-xl border-t border-line bg-surface shadow-raised md:inset-y-0 md:my-auto md:h-fit md:max-h-[calc(100dvh-3rem)] md:w-[min(36rem,calc(100vw-3rem))] md:rounded-md md:border"
    >
      <CloseByBack close={close} />
      <div className="touch-none md:touch-auto" {...swiping}>
        <span
          aria-hidden="true"
          className="mx-auto mt-2 block h-1 w-10 rounded-full bg-line-strong/50 md:hidden"
        />
        <header className="flex items-center justify-between gap-4 px-5 pt-1 pb-2 md:border-b md:border-line md:px-7 md:py-3">
          <Dialog.Title className="text-xl md:text-2xl">{title}</Dialog.Title>
          <Dialog.Close asChild>
            <Button variant="quiet" size="icon" aria-label={m.close()}>
              <X className="size-5" aria-hidden="true" />
            </Button>
          </Dialog.Close>
        </header>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 low:flex-none low:overflow-visible md:px-7 md:pt-5">
        {children}
      </div>
      <footer className="border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-7">
        {footer}
      </footer>
    </Dialog.Content>
  );
}
