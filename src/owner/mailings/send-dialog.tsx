import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { timeZone } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { Modal, ModalBody, ModalFooter } from '#ui/overlays/modal.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import { leftOutLabels, recipientsLabel } from './mailing-words.ts';
import type { Mailing } from './mailings.contract.ts';
import { useTakeMailing } from './use-take-mailing.ts';
import * as m from './words/messages.ts';

type Props = {
  mailing: Mailing;
  close: () => void;
  /** Shows a refusal at its field in the editor. @returns whether there is one. */
  refused: (error: Error) => boolean;
};

/** Asks when to send, and repeats how many recipients there are. */
export function SendDialog({ mailing, close, refused }: Props) {
  const { id, subject, body, segment, updated_at } = mailing;
  const take = useTakeMailing(id);
  const [isLater, setIsLater] = useState(false);
  const [at, setAt] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  function refuse(words: string) {
    setProblem(words);
    field.current?.focus();
  }
  const { data, isError } = useQuery({
    queryKey: queryKeys.admin.mailings.audience(segment),
    queryFn: async () => (await api.admin.mailings.audience.$post({ json: { segment } })).json(),
    staleTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async (send_at: string | null) =>
      (await api.admin.mailings[':id'].send.$post({ param: { id }, json: { send_at, updated_at } })).json(),
    onSuccess(saved) {
      close();
      take(saved);
      if (saved.status === 'scheduled') toast.success(m.mailing_is_scheduled());
      else if (data?.is_for_outbox) toast.warning(m.mailing_is_in_the_outbox());
      else toast.success(m.mailing_is_being_sent());
    },
    onError(error) {
      const [, inPast] = /^send_at: (.*)/.exec(error.message) ?? [];
      if (inPast) return refuse(inPast);
      close();
      if (!refused(error)) toastError(error);
    },
  });
  function submit() {
    if (!isLater) return mutate(null);
    const time = new Date(at);
    if (at === '' || Number.isNaN(time.getTime())) return refuse(common.enter_a_day_and_a_time());
    mutate(time.toISOString());
  }
  const isEmpty = subject.trim() === '' || body.trim() === '';
  const others = data ? leftOutLabels(data) : [];
  return (
    <Modal title={m.send_this_email()} close={close} isDirty={false} isNarrow>
      <ModalBody>
        <p className="[overflow-wrap:anywhere]">{subject}</p>
        <div className="min-h-12">
          <p className="font-semibold">{recipientsLabel(data, isError)}</p>
          {others.length > 0 && (
            <p className="text-sm text-muted">{m.left_out({ reasons: others.join(', ') })}</p>
          )}
          {data?.is_for_outbox && <p className="mt-1 text-sm text-signal">{m.goes_to_the_outbox()}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Chip pressed={!isLater} onClick={() => setIsLater(false)}>
            {m.now()}
          </Chip>
          <Chip pressed={isLater} onClick={() => setIsLater(true)}>
            {m.later()}
          </Chip>
        </div>
        {isLater && (
          <Field
            ref={field}
            label={m.send_on()}
            type="datetime-local"
            hint={common.in_your_time_zone({ zone: timeZone() })}
            error={problem}
            value={at}
            onChange={(event) => {
              setProblem(undefined);
              setAt(event.target.value);
            }}
          />
        )}
        <p className="text-sm text-muted">
          {isEmpty ? m.write_subject_and_text_first() : m.the_list_is_fixed()}
        </p>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={close}>
          {common.cancel()}
        </Button>
        <Button disabled={isPending || isEmpty || data?.recipients === 0} onClick={submit}>
          {isLater ? m.schedule() : m.send_now()}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
