import { useQuery } from '@tanstack/react-query';
import { ArrowRight, FileText, ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { recentItemCount } from '#constants';
import { recentQuery } from '#library/catalog/public/recent-query.ts';
import { formatRelative } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { runsQuery } from './run-queries.ts';

/** What the member was doing last: open runs, and the items used lately; undefined while that is not known. */
export function useContinued() {
  const { data: runs, isPending: areRunsPending } = useQuery(runsQuery);
  const { data: recent, isPending } = useQuery(recentQuery);
  if (areRunsPending || isPending) return undefined;
  return [
    ...(runs?.items ?? [])
      .filter((run) => run.step_count > 0 && run.done_count < run.step_count)
      .map((run) => ({
        to: `/runs/${run.id}`,
        title: run.name,
        note: m.done_count_of_step_count_done({ doneCount: run.done_count, stepCount: run.step_count }),
        at: run.updated_at,
        Icon: ListChecks,
      })),
    ...(recent?.items ?? []).map((item) => ({
      to: `/${item.target_type}/${item.slug}`,
      title: item.title,
      note: item.target_type === 'prompt' ? common.prompt() : common.playbook(),
      at: item.used_at,
      Icon: FileText,
    })),
  ].slice(0, recentItemCount);
}

/** Nothing where there is nothing to continue. */
export function ContinueRow({ entries }: { entries: NonNullable<ReturnType<typeof useContinued>> }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="continue" className="mb-10">
      <h2 id="continue" className="mb-3 text-xl">
        {common.continue_it()}
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {entries.map(({ to, title, note, at, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="group flex h-full items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 hover:border-line-strong"
            >
              <Icon className="size-5 shrink-0 text-signal" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">
                  {title}
                </span>
                <span className="block truncate text-[0.8125rem] text-muted">
                  {note}, {formatRelative(at)}
                </span>
              </span>
              <ArrowRight
                className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
                aria-hidden="true"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
