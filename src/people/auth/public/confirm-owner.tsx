import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError, api } from '#platform/client/api-client.ts';
import { Button } from '#ui/button.tsx';
import { focusOn, headingAbove } from '#ui/keep-row-focus.ts';
import { toastError } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { OwnerProofField, useOwnerProof } from './owner-proof.tsx';

/** The form that asks for proof of the owner when their sign-in is no longer recent. */
export function useConfirmation(onDone: () => void) {
  const form = useOwnerProof();
  const confirm = form.handleSubmit(async (given) => {
    try {
      await api.sessions.confirm.$post({ json: form.proofOf(given) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return form.refuse();
      return toastError(error as Error);
    }
    onDone();
  });
  return {
    confirm,
    fields: (
      <>
        {form.kind === 'password' && <p className="text-muted">{m.enter_your_password_to_go_on()}</p>}
        <OwnerProofField form={form} />
      </>
    ),
    button: (
      <Button type="submit" disabled={form.formState.isSubmitting || form.isMissing}>
        {common.continue_it()}
      </Button>
    ),
  };
}

/** Asks for the proof on the page, in place of what needs it. */
export function ConfirmOwner({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { confirm, fields, button } = useConfirmation(onDone);
  const place = useOwnFocus();
  return (
    <form ref={place} method="post" onSubmit={confirm} className="space-y-5" noValidate>
      {fields}
      <div className="flex flex-wrap gap-3">
        {button}
        <Button variant="secondary" onClick={onCancel}>
          {common.cancel()}
        </Button>
      </div>
    </form>
  );
}

/** The focus goes into the form that appears, and back when it is gone. A dialog does this itself. */
function useOwnFocus() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const place = form.current;
    if (!place || place.closest('[role="dialog"]')) return;
    const { activeElement } = document;
    const heading = headingAbove(place);
    focusOn(place.querySelector<HTMLElement>('input, button'));
    return () => {
      // The button that asked for the proof may be gone, or busy.
      for (const next of [activeElement, heading])
        if (document.activeElement === document.body && next instanceof HTMLElement && next !== document.body)
          focusOn(next);
    };
  }, []);
  return form;
}

type ProvedFormProps = {
  isProofAsked: boolean;
  setIsProofAsked: (isAsked: boolean) => void;
  /** Sends the form again. */
  send: () => Promise<void>;
  children: ReactNode;
};

/** A form that is replaced by the proof when the server asks for it, and is sent again after that. */
export function ProvedForm({ isProofAsked, setIsProofAsked, send, children }: ProvedFormProps) {
  return (
    <>
      <div className={isProofAsked ? 'hidden' : ''}>{children}</div>
      {isProofAsked && (
        <ConfirmOwner
          onCancel={() => setIsProofAsked(false)}
          onDone={() => {
            setIsProofAsked(false);
            void send();
          }}
        />
      )}
    </>
  );
}
