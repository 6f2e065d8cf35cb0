import { Link } from 'react-router';
import { FactList } from '#ui/fact-list.tsx';
import { formatNumber, formatRelative, formatTime } from '#ui/format.ts';
import type { MemberPage } from './members-admin.contract.ts';
import * as m from './words/messages.ts';

const actionWords = { copied: m.copied, commented: m.commented, purchased: m.purchased, ran: m.ran };

/** A member's use of the library: counts and recent activity. */
export function MemberActivity({ activity: { recent, ...counts } }: Pick<MemberPage, 'activity'>) {
  return (
    <>
      <FactList
        facts={[
          [m.copies(), formatNumber(counts.copies)],
          [m.comments(), formatNumber(counts.comments)],
          [m.votes(), formatNumber(counts.votes)],
          [m.favorites(), formatNumber(counts.favorites)],
          [m.runs(), formatNumber(counts.runs)],
          [m.reports_of_their_comments(), formatNumber(counts.reports)],
        ]}
      />
      {recent.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-sm">
          {recent.map((entry) => (
            <li
              key={`${entry.action} ${entry.slug} ${entry.at}`}
              className="flex flex-wrap gap-x-3 py-2 max-sm:justify-between"
            >
              <span className="shrink-0 text-muted sm:w-28">{actionWords[entry.action]()}</span>
              <Link
                to={`/${entry.kind}/${entry.slug}`}
                className="min-w-0 flex-1 [overflow-wrap:anywhere] hover:text-accent max-sm:order-last max-sm:basis-full sm:basis-48"
              >
                {entry.title}
              </Link>
              <time dateTime={entry.at} title={formatTime(entry.at)} className="text-muted">
                {formatRelative(entry.at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
