import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '../overlays/modal.tsx';
import * as m from '../words/messages.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { DraftNotice } from './draft-notice.tsx';

type Props = {
  title: string;
  close: () => void;
  isDirty: boolean;
  /** From `useRecordSave`. */
  record: ComponentProps<typeof ConflictNotice>['record'] & {
    draft: ComponentProps<typeof DraftNotice>['draft'] & { forget: () => void };
    save: (event: FormEvent) => Promise<void>;
    isBusy: boolean;
  };
  /** The labels of the fields. */
  labels: ComponentProps<typeof ConflictNotice>['labels'];
  words?: ComponentProps<typeof ConflictNotice>['words'];
  /** The label of the save button. */
  saveLabel?: string;
  children: ReactNode;
};

/** An editor of a record over the page: its fields, its draft, and others' conflicting changes. */
export const RecordModal = ({ title, close, isDirty, record, labels, words, saveLabel, children }: Props) => (
  <Modal title={title} close={close} isDirty={isDirty} discard={record.draft.forget} onSubmit={record.save}>
    <ModalBody>
      <DraftNotice draft={record.draft} />
      {children}
    </ModalBody>
    <ConflictNotice record={record} labels={labels} words={words} />
    <ModalFooter>
      <ModalCancel />
      <Button type="submit" disabled={record.isBusy || record.clashes !== undefined}>
        {record.isBusy ? m.saving() : (saveLabel ?? m.save_changes())}
      </Button>
    </ModalFooter>
  </Modal>
);
