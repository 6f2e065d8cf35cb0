import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { createContext, type FormEvent, type ReactNode, use, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { focusOn } from '../keep-row-focus.ts';
import { useSaveShortcut } from '../use-save-shortcut.ts';
import * as m from '../words/messages.ts';
import { CloseByBack } from './close-by-back.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { leaveToInnerLayer } from './inner-layer.ts';
import { keepWhileComposing } from './keep-while-composing.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import { useKeyboardStyle } from './use-visible-height.ts';

const LeaveContext = createContext<() => void>(() => undefined);

type Props = {
  title: string;
  close: () => void;
  /** Whether to ask before closing. */
  isDirty: boolean;
  /** Called when unsaved changes are discarded. */
  discard?: () => void;
  /** Turns the content into a form with this submit handler. */
  onSubmit?: (event: FormEvent) => Promise<void>;
  /** For a few lines or fields. */
  isNarrow?: boolean;
  children: ReactNode;
};

/** Controls in which people type or choose. */
const fields =
  ':is(input:not([type="hidden"], [type="file"], [type="checkbox"], [type="radio"], [readonly]), textarea, select, [contenteditable="true"]):not(:disabled)';

/** Not the close button, which the space bar would press. */
function focusFirstField(event: Event) {
  event.preventDefault();
  const dialog = event.currentTarget as HTMLElement;
  const first = [...dialog.querySelectorAll<HTMLElement>(fields)].find((field) => field.checkVisibility());
  focusOn(first ?? dialog.querySelector<HTMLElement>('h2'));
}

/** As tall as its content, up to the height of the window; the top edge stays in place. */
const place =
  'md:top-[max(1.5rem,8dvh)] md:bottom-auto md:max-h-[calc(100dvh-1.5rem-max(1.5rem,8dvh))] md:inset-x-0 md:mx-auto';

/** An editor over the page; full-screen on phones. */
export function Modal({ title, close, isDirty, discard, onSubmit, isNarrow = false, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useSaveShortcut(form);
  const [isAsking, setIsAsking] = useState(false);
  const returnFocus = useReturnFocus();
  const style = useKeyboardStyle();
  function leave() {
    if (!isDirty) close();
    // One press of Back can reach both the question and this dialog.
    else if (!isAsking) setIsAsking(true);
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && leave()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/45" />
        <Dialog.Content
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            focusFirstField(event);
          }}
          onCloseAutoFocus={returnFocus.onCloseAutoFocus}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            keepWhileComposing(event);
            leaveToInnerLayer(event);
          }}
          onInteractOutside={(event) => event.preventDefault()}
          style={style}
          className={classNames(
            'fixed inset-0 bottom-(--keyboard) z-50 flex flex-col bg-surface low:overflow-y-auto md:rounded-md md:border md:border-line md:shadow-raised',
            place,
            isNarrow ? 'md:w-[min(36rem,calc(100vw-3rem))]' : 'md:w-[min(54rem,calc(100vw-3rem))]',
          )}
        >
          <CloseByBack close={leave} />
          <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3 md:px-7">
            <Dialog.Title className="min-w-0 text-2xl outline-none [overflow-wrap:anywhere]">
              {title}
            </Dialog.Title>
            <Button variant="quiet" size="icon" aria-label={m.close()} onClick={leave}>
              <X className="size-5" aria-hidden="true" />
            </Button>
          </header>
          <LeaveContext value={leave}>
            {onSubmit ? (
              <form
                ref={form}
                noValidate
                className="flex min-h-0 flex-1 flex-col low:flex-none"
                onSubmit={(event) => void onSubmit(event)}
              >
                {children}
              </form>
            ) : (
              children
            )}
          </LeaveContext>
        </Dialog.Content>
      </Dialog.Portal>
      <DiscardDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          discard?.();
          close();
        }}
      />
      <UnsavedGuard isDirty={isDirty} discard={discard} />
    </Dialog.Root>
  );
}

/** Closes the surrounding modal; asks first if there are unsaved changes. */
export function ModalCancel() {
  const leave = use(LeaveContext);
  return (
    <Button variant="secondary" onClick={leave}>
      {m.cancel()}
    </Button>
  );
}

type BodyProps = {
  /** Its spacing and color. */
  className?: string;
  children: ReactNode;
};

/** The scrolling part of a modal. */
export const ModalBody = ({ className = 'space-y-5 px-5 py-6 md:px-7', children }: BodyProps) => (
  <div
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    tabIndex={0}
    className={classNames('min-h-0 flex-1 overflow-y-auto low:flex-none low:overflow-visible', className)}
  >
    {children}
  </div>
);

export const ModalFooter = ({ children }: { children: ReactNode }) => (
  <footer className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-3 max-sm:gap-x-2 max-sm:[&>button:not(:first-child)]:px-3 md:px-7">
    {children}
  </footer>
);
