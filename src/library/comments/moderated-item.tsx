import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative, formatTime } from '#ui/format.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import type { ModeratedComment } from './moderation.contract.ts';
import { reasonName } from './reason-name.ts';
import * as m from './words/messages.ts';

const endpoint = api.admin.comments[':id'];

const stateWords = { visible: m.state_visible, held: m.state_held, hidden: m.state_removed };
const whyWords = { word: m.it_has_a_word_of_your_list, link: m.it_has_a_link_from_a_new_account };

/** A comment to moderate, with the reason why it is listed and the possible actions. */
export function ModeratedItem({ comment }: { comment: ModeratedComment }) {
  const { decide, isBusy } = useDecisions(comment);
  const { author, status } = comment;
  const label = m.comment_by_author({ author: author?.email ?? m.deleted_user() });
  const name = <span className="sr-only"> {label}</span>;
  return (
    <li className="py-6">
      <article aria-label={label}>
        <Head comment={comment} />
        <p dir="auto" className="mt-2 max-w-2xl rtl:ml-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
          {comment.body}
        </p>
        {status === 'held' && comment.held_for && (
          <p className="mt-2 text-sm text-muted">{whyWords[comment.held_for]()}</p>
        )}
        {comment.is_edited_since && (
          <p className="mt-2 text-sm font-semibold text-signal">{m.edited_since_it_was_reported()}</p>
        )}
        <Reports comment={comment} />
        <div className="mt-4 flex flex-wrap gap-2">
          {(status !== 'visible' || comment.reports.length > 0) && (
            <Button size="small" variant="secondary" disabled={isBusy} onClick={() => decide('approve')}>
              {status === 'visible' ? m.keep_it() : m.approve()}
              {name}
            </Button>
          )}
          {status !== 'hidden' && (
            <Button
              size="small"
              variant="quiet"
              className="text-signal"
              disabled={isBusy}
              onClick={() => decide('remove')}
            >
              {m.remove()}
              {name}
            </Button>
          )}
        </div>
      </article>
    </li>
  );
}

/** Decides about a comment, and offers to undo that. */
function useDecisions({ id, updated_at, item }: ModeratedComment) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [queryKeys.admin.comments.all, queryKeys.comments(`${item.kind}s`, item.slug)].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const undo = useMutation({
    mutationFn: (decided_at: string) => endpoint.undo.$post({ param: { id }, json: { decided_at } }),
    onSuccess: () => toast.success(m.decision_undone()),
    onError: toastError,
    onSettled: refresh,
  });
  const decide = useMutation({
    mutationFn: async (decision: 'approve' | 'remove') =>
      (await endpoint.$patch({ param: { id }, json: { decision, updated_at } })).json(),
    onSuccess: ({ decided_at }, decision) =>
      toast.withUndo(
        decision === 'approve' ? m.comment_approved() : m.comment_removed(),
        common.undo(),
        () => {
          if (decided_at) undo.mutate(decided_at);
        },
      ),
    onError: toastError,
    onSettled: refresh,
  });
  return { decide: decide.mutate, isBusy: decide.isPending || undo.isPending };
}

/** Who wrote it, where and when, and whether others see it. */
const Head = ({ comment: { author, item, status, created_at } }: { comment: ModeratedComment }) => (
  <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
    {author ? (
      <Link
        to={`/admin/members/${author.id}`}
        className="font-semibold text-ink [overflow-wrap:anywhere] hover:text-accent"
      >
        {author.email}
      </Link>
    ) : (
      <span className="font-semibold text-ink">{m.deleted_user()}</span>
    )}
    <span>
      <RichText
        parts={m.on_title({
          title: item.title,
          link: (text) => (
            <Link
              to={`/${item.kind}/${item.slug}`}
              className="underline underline-offset-4 [overflow-wrap:anywhere] hover:text-accent"
            >
              {text}
            </Link>
          ),
        })}
      />
    </span>
    <time dateTime={created_at} title={formatTime(created_at)}>
      {formatRelative(created_at)}
    </time>
    <span className={status === 'visible' ? '' : 'font-semibold text-signal'}>{stateWords[status]()}</span>
  </p>
);

function Reports({ comment: { reports, report_count } }: { comment: ModeratedComment }) {
  if (reports.length === 0) return null;
  const hiddenReports = report_count - reports.length;
  return (
    <ul className="mt-3 space-y-1 border-l-2 border-line-strong pl-3 text-sm">
      {reports.map((report) => (
        <li key={report.reporter} className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{reasonName(report.reason)}</span>{' '}
          <span className="text-muted">{m.reported_by({ reporter: report.reporter })}</span>
          {report.note && (
            <span dir="auto" className="block whitespace-pre-wrap">
              {report.note}
            </span>
          )}
        </li>
      ))}
      {hiddenReports > 0 && <li className="text-muted">{m.and_more_reports({ count: hiddenReports })}</li>}
    </ul>
  );
}
