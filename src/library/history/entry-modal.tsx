import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '#ui/button.tsx';
import { formatTime } from '#ui/format.ts';
import { CopyButton } from '#ui/overlays/copy-button.tsx';
import { Modal, ModalBody, ModalFooter } from '#ui/overlays/modal.tsx';
import { Difference } from '#ui/saving/difference.tsx';
import * as common from '#ui/words/messages.ts';
import type { HistoryEntry } from './history.contract.ts';
import { historyEntryQuery } from './public/history-queries.ts';
import * as m from './words/messages.ts';

/** What a member did, in words. */
export function actionWords({
  action,
  place,
  target_type,
}: Pick<HistoryEntry, 'action' | 'place' | 'target_type'>): string {
  if (action === 'viewed') return m.viewed();
  const isCopy = action === 'copied';
  const step = place && String(place.step + 1);
  if (step) return isCopy ? m.copied_from_step({ step }) : m.ran_in_step({ step });
  if (isCopy) return m.copied();
  return target_type === 'prompt' ? m.ran() : m.started_a_run();
}

/** The text of a history entry at that time, and what has changed since. */
export function EntryModal({ entry, close }: { entry: HistoryEntry; close: () => void }) {
  const { data, error } = useQuery(historyEntryQuery(entry.id));
  return (
    <Modal title={entry.title} close={close} isDirty={false}>
      <ModalBody>
        <p className="text-sm text-muted">
          {actionWords(entry)}, {formatTime(entry.at)}
        </p>
        {error && !data ? (
          <p role="alert">{error.message}</p>
        ) : !data ? (
          <div className="skeleton h-40" role="status" aria-label={common.loading_text()} />
        ) : data.text === null ? (
          <p>{m.unreadable()}</p>
        ) : (
          <>
            {data.difference.length > 0 && (
              <section aria-labelledby="changed-since">
                <h3 id="changed-since" className="mb-2 text-lg">
                  {m.changed_since_then()}
                </h3>
                <Difference changes={data.difference} />
              </section>
            )}
            <section aria-labelledby="text-then">
              <h3 id="text-then" className="mb-2 text-lg">
                {entry.action === 'copied' ? m.what_you_copied() : m.text_then()}
              </h3>
              <pre
                dir="auto"
                className="rounded-md border border-line bg-paper px-4 py-3 font-serif text-base leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
              >
                {data.text}
              </pre>
            </section>
          </>
        )}
      </ModalBody>
      <ModalFooter>
        <ButtonLink variant="secondary" to={`/${entry.target_type}/${entry.slug}`}>
          {entry.target_type === 'prompt' ? m.open_prompt() : m.open_playbook()}
        </ButtonLink>
        {/* It doesn't count as a copy. */}
        {entry.action === 'copied' && data?.text && (
          <CopyButton
            className="min-[18rem]:min-w-28"
            variant="secondary"
            text={data.text}
            label={m.copy_again()}
            failure={m.copying_blocked()}
          />
        )}
        <Button onClick={close}>{common.done()}</Button>
      </ModalFooter>
    </Modal>
  );
}
