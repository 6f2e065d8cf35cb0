import { useEffect, useRef, useState } from 'react';
import { askOwnersBy } from '#platform/client/api-client.ts';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/overlays/modal.tsx';
import * as m from '../words/messages.ts';
import { useConfirmation } from './confirm-owner.tsx';

/** Asks for the proof that a request needs, whichever page sent it. The request then continues. */
export function ProofDialog() {
  const settle = useRef<(isProved: boolean) => void>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    let asked: Promise<boolean> | undefined;
    askOwnersBy(() => {
      // Requests that wait at the same time share one proof.
      asked ??= new Promise<boolean>((resolve) => {
        settle.current = resolve;
        setIsOpen(true);
      }).finally(() => {
        asked = undefined;
        setIsOpen(false);
      });
      return asked;
    });
    return () => {
      askOwnersBy(undefined);
      settle.current?.(false);
    };
  }, []);
  if (!isOpen) return null;
  return <ProofModal settle={(isProved) => settle.current?.(isProved)} />;
}

function ProofModal({ settle }: { settle: (isProved: boolean) => void }) {
  const { confirm, fields, button } = useConfirmation(() => settle(true));
  return (
    <Modal
      title={m.confirm_that_its_you()}
      close={() => settle(false)}
      isDirty={false}
      onSubmit={confirm}
      isNarrow
    >
      <ModalBody>{fields}</ModalBody>
      <ModalFooter>
        <ModalCancel />
        {button}
      </ModalFooter>
    </Modal>
  );
}
