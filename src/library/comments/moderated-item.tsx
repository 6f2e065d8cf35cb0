import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { formatRelative, formatTime } from '#ui/format.ts';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { RichText } from '#ui/rich-text.tsx';
import type { ModeratedComment } from './moderation.contract.ts';
import { reasonName } from './reason-name.ts';
import * as m from './words/messages.ts';

const endpoint = api.admin.comments[':id'];

const stateWords = { visible: m.state_visible, held: m.state_held, hidden: m.state_removed };
const whyWords = { word: m.it_has_a_word_of_your_list, link: m.it_has_a_link_from_a_new_account };

/** A comment to moderate, with the reason why it is listed and the possible actions. */
export function ModeratedItem({ comment }: { comment: ModeratedComment }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.admin.comments.all });
  const undo = useMutation({
    mutationFn: (decided_at: string) =>
      endpoint.undo.$post({ param: { id: comment.id }, json: { decided_at } }),
    onSuccess: () => toast.success(m.decision_undone()),
    onError: toastError,
    onSettled: refresh,
  });
  const decide = useMutation({
    mutationFn: async (decision: 'approve' | 'remove') => {
      const json = { decision, updated_at: comment.updated_at };
      return (await endpoint.$patch({ param: { id: comment.id }, json })).json();
    },
    onSuccess: ({ decided_at }, decision) =>
      toast.withUndo(decision === 'approve' ? m.comment_approved() : m.comment_removed(), m.undo(), () => {
        if (decided_at) undo.mutate(decided_at);
      }),
    onError: toastError,
    onSettled: refresh,
  });
  const { author, item, status } = comment;
  const isBusy = decide.isPending || undo.isPending;
  const isSettled = comment.reports.length === 0;
  const hiddenReports = comment.report_count - comment.reports.length;
  const name = (
    <span className="sr-only"> {m.comment_by_author({ author: author?.email ?? m.deleted_user() })}</span>
  );
  return (
    <li className="py-6">
      <article aria-label={m.comment_by_author({ author: author?.email ?? m.deleted_user() })}>
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
          <time dateTime={comment.created_at} title={formatTime(comment.created_at)}>
            {formatRelative(comment.created_at)}
          </time>
          <span className={status === 'visible' ? '' : 'font-semibold text-signal'}>
            {stateWords[status]()}
          </span>
        </p>
        <p dir="auto" className="mt-2 max-w-2xl whitespace-pre-wrap [overflow-wrap:anywhere]">
          {comment.body}
        </p>
        {status === 'held' && comment.held_for && (
          <p className="mt-2 text-sm text-muted">{whyWords[comment.held_for]()}</p>
        )}
        {comment.is_edited_since && (
          <p className="mt-2 text-sm font-semibold text-signal">{m.edited_since_it_was_reported()}</p>
        )}
        {comment.reports.length > 0 && (
          <ul className="mt-3 space-y-1 border-l-2 border-line-strong pl-3 text-sm">
            {comment.reports.map((report) => (
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
            {hiddenReports > 0 && (
              <li className="text-muted">{m.and_more_reports({ count: hiddenReports })}</li>
            )}
          </ul>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          {(status !== 'visible' || !isSettled) && (
            <Button
              size="small"
              variant="secondary"
              disabled={isBusy}
              onClick={() => decide.mutate('approve')}
            >
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
              onClick={() => decide.mutate('remove')}
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
