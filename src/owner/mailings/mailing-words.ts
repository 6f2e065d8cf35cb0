import { keysOf } from '#platform/keys-of.ts';
import { formatDay, formatNumber, formatTime } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { Audience, MailingItem, Recipient } from './mailings.contract.ts';
import { localReason, stallReasons } from './stall-reasons.ts';
import * as m from './words/messages.ts';

const statuses = {
  draft: common.draft,
  scheduled: m.status_scheduled,
  sending: m.status_sending,
  stopped: m.status_stopped,
  sent: m.status_sent,
} satisfies Record<MailingItem['status'], () => string>;

export const statusLabel = ({ status, send_at }: Pick<MailingItem, 'status' | 'send_at'>) =>
  status === 'scheduled' && send_at ? m.scheduled_for({ time: formatTime(send_at) }) : statuses[status]();

export const titleOf = ({ kind, subject, week }: Pick<MailingItem, 'kind' | 'subject' | 'week'>) =>
  kind === 'digest' ? m.weekly_digest_of({ day: formatDay(`${week}T00:00:00Z`) }) : subject || m.no_subject();

/** Whether there are emails to count. */
export const isBegun = ({ status }: Pick<MailingItem, 'status'>) =>
  status !== 'draft' && status !== 'scheduled';

/** Finished emails out of the total. */
export function progressLabel({ status, progress }: Pick<MailingItem, 'status' | 'progress'>) {
  if (!isBegun({ status })) return '–';
  const done = progress.total - progress.waiting;
  return m.done_of_total({ done: formatNumber(done), total: formatNumber(progress.total) });
}

const leftOut = {
  unsubscribed: m.left_out_unsubscribed,
  bounced: m.left_out_bounced,
  unconfirmed: m.left_out_unconfirmed,
  banned: m.left_out_banned,
  trial: m.left_out_trial,
} satisfies Record<keyof Audience['left_out'], (values: { count: number }) => string>;

/** How many members an email goes to, or why that isn't known. */
export const recipientsLabel = (audience: Pick<Audience, 'recipients'> | undefined, isError: boolean) => {
  if (audience)
    return m.goes_to_count({ count: audience.recipients, shown: formatNumber(audience.recipients) });
  return isError ? m.couldnt_count_members() : common.loading_2();
};

/** How many members of a segment are left out, for each reason. */
export const leftOutLabels = (audience: Omit<Audience, 'is_for_outbox'>) =>
  keysOf(leftOut)
    .filter((reason) => audience.left_out[reason] > 0)
    .map((reason) => leftOut[reason]({ count: audience.left_out[reason] }));

const reasons: Record<string, () => string> = {
  unsubscribed: m.reason_unsubscribed,
  bounced: m.reason_bounced,
  unconfirmed: m.reason_unconfirmed,
  banned: m.reason_banned,
  trial: m.reason_trial,
  deleted: m.reason_deleted,
  'nothing-new': m.reason_nothing_new,
};
/** Why someone didn't get an email: a reason of our own, or the mail server's answer. */
export function reasonLabel({ status, reason }: Pick<Recipient, 'status' | 'reason'>): string {
  if (status === 'left-out') return reasons[reason ?? '']?.() ?? '';
  if (reason === stallReasons.databaseAway) return m.reason_database_away();
  return reason?.startsWith(localReason) ? reason.slice(localReason.length) : (reason ?? '');
}

const problems: Record<string, () => string> = {
  [stallReasons.databaseAway]: m.problem_database_away,
  [stallReasons.restored]: m.problem_restored,
  [stallReasons.unreadableSegment]: m.refused_segment,
  [stallReasons.deletedPlan]: m.problem_deleted_plan,
  [stallReasons.late]: m.problem_late,
};
/** Why a mailing is stuck or stopped. */
export function problemLabel(problem: string): string {
  if (problem.startsWith(localReason)) return m.problem_here({ reason: problem.slice(localReason.length) });
  return problems[problem]?.() ?? m.waits_for_the_server({ problem });
}
