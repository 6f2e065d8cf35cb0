import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { type Facts, factsThatApply } from '#platform/text/facts.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber, formatTime } from '#ui/format.ts';
import { focusOn } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toastError } from '#ui/overlays/toasts.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import * as common from '#ui/words/messages.ts';
import { MailingContent } from './mailing-content.tsx';
import { MailingPreview } from './mailing-preview.tsx';
import { problemLabel, progressLabel, statusLabel } from './mailing-words.ts';
import type { Mailing } from './mailings.contract.ts';
import { MissedRecipients } from './missed-recipients.tsx';
import { useDeleteMailing } from './use-delete-mailing.ts';
import { useTakeMailing } from './use-take-mailing.ts';
import * as m from './words/messages.ts';

type Props = {
  mailing: Mailing;
  /** Whether it follows the editor, whose button has lost the focus. */
  hasBeenEdited: boolean;
  edit: () => void;
};

/** The progress of a mailing, with buttons to stop and resume it. */
export function MailingProgress({ mailing, hasBeenEdited, edit }: Props) {
  const { id, status, kind, progress, problem } = mailing;
  const [open, setOpen] = useState<'preview' | 'stop' | 'delete'>();
  const close = () => setOpen(undefined);
  const { stop, resume, remove, isBusy } = useProgressChanges(id, close);
  const editButton = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears.
  useEffect(() => {
    if (hasBeenEdited && document.activeElement === document.body) focusOn(editButton.current);
  }, []);
  return (
    <div className="max-w-3xl">
      <div role="status">
        <p className="text-lg font-semibold">{statusLabel(mailing)}</p>
        {problem && (
          <p className="mt-3 rounded-md border border-line bg-sunken px-4 py-3 text-sm [overflow-wrap:anywhere]">
            {problemLabel(problem)}
          </p>
        )}
      </div>
      {status !== 'scheduled' && <Figures mailing={mailing} />}
      {progress.repeated > 0 && (
        <p className="mt-4 text-sm text-muted">
          {m.repeated_after_an_interruption({ count: progress.repeated })}
        </p>
      )}
      <p className="mt-4 text-sm text-muted">
        {mailing.started_at && m.started_at({ time: formatTime(mailing.started_at) })}{' '}
        {mailing.finished_at && m.finished_at({ time: formatTime(mailing.finished_at) })}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {status === 'sending' && (
          <Button variant="secondary" disabled={isBusy} onClick={() => setOpen('stop')}>
            {m.stop_sending()}
          </Button>
        )}
        {status === 'scheduled' && (
          <Button variant="secondary" disabled={isBusy} onClick={() => stop()}>
            {m.back_to_draft()}
          </Button>
        )}
        {status === 'stopped' && (
          <Button disabled={isBusy} onClick={() => resume()}>
            {m.go_on_sending()}
          </Button>
        )}
        {kind === 'message' && status === 'stopped' && (
          <Button ref={editButton} variant="secondary" disabled={isBusy} onClick={edit}>
            {m.edit_text()}
          </Button>
        )}
        {kind === 'message' && (
          <Button variant="secondary" onClick={() => setOpen('preview')}>
            {m.preview_email()}
          </Button>
        )}
        {(status === 'stopped' || status === 'sent') && (
          <Button variant="quiet" className="text-signal" disabled={isBusy} onClick={() => setOpen('delete')}>
            {common.delete_it()}
          </Button>
        )}
      </div>
      {kind === 'message' && <MailingContent mailing={mailing} />}
      <MissedRecipients mailing={mailing} />
      {open === 'preview' && <MailingPreview content={contentOf(mailing)} close={close} />}
      <ConfirmDialog
        isOpen={open === 'stop' || open === 'delete'}
        onClose={close}
        question={open === 'stop' ? m.stop_sending_question() : m.delete_mailing()}
        confirmLabel={open === 'stop' ? m.stop_sending() : common.delete_it()}
        isBusy={isBusy}
        onConfirm={() => (open === 'stop' ? stop() : remove())}
      >
        {open === 'stop' ? m.stop_sending_about() : m.delete_mailing_about()}
      </ConfirmDialog>
    </div>
  );
}

/** Stops, resumes and deletes a mailing. */
function useProgressChanges(id: string, close: () => void) {
  const take = useTakeMailing(id);
  const stop = useMutation({
    mutationFn: async () => (await api.admin.mailings[':id'].stop.$post({ param: { id } })).json(),
    onSuccess: take,
    onError: toastError,
    onSettled: close,
  });
  const resume = useMutation({
    mutationFn: async () => (await api.admin.mailings[':id'].resume.$post({ param: { id } })).json(),
    onSuccess: take,
    onError: toastError,
  });
  const remove = useDeleteMailing(id, { onSettled: close });
  const isBusy = stop.isPending || resume.isPending || remove.isPending;
  return { stop: stop.mutate, resume: resume.mutate, remove: remove.mutate, isBusy };
}

const contentOf = ({ subject, body }: Mailing) => ({ subject, body });

function Figures({ mailing }: { mailing: Mailing }) {
  const { progress, counts_opens, opens } = mailing;
  const done = progress.total - progress.waiting;
  const facts: Facts = [
    [m.fact_sent(), formatNumber(progress.sent)],
    [m.fact_waiting(), formatNumber(progress.waiting)],
    [m.fact_refused(), formatNumber(progress.refused)],
    [m.fact_bounced(), formatNumber(progress.bounced)],
    [m.fact_failed(), formatNumber(progress.failed)],
    [m.fact_left_out(), formatNumber(progress.left_out)],
    counts_opens && [m.fact_opened(), formatNumber(opens)],
  ];
  return (
    <>
      <div className="mt-3">
        <ProgressBar
          label={common.progress()}
          max={Math.max(1, progress.total)}
          value={progress.total === 0 ? 1 : done}
        />
      </div>
      <p className="mt-1 text-sm text-muted tabular-nums">{progressLabel(mailing)}</p>
      <dl className="mt-6 grid grid-cols-2 border-t border-l border-line sm:grid-cols-3">
        {factsThatApply(facts).map(([name, value]) => (
          <div key={name} className="border-r border-b border-line p-4">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
