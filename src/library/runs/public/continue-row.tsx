import { useQuery } from '@tanstack/react-query';
import { ArrowRight, FileText, ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { recentItemCount } from '#constants';
import { recentQuery } from '#library/catalog/public/recent-query.ts';
import { EarlyField, shownWith } from '#ui/early-field.tsx';
import { formatRelative } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { continuedItems } from './continued.ts';
import { runsQuery } from './run-queries.ts';

/** The member's open runs and recently used items; undefined while loading. */
export function useContinued() {
  const { data: runs, isPending: areRunsPending } = useQuery(runsQuery);
  const { data: recent, isPending } = useQuery(recentQuery);
  if (areRunsPending || isPending) return undefined;
  return continuedItems(runs?.items ?? [], recent?.items ?? []).map(({ title, run, item }) =>
    run
      ? {
          to: `/runs/${run.id}`,
          title,
          note: m.done_count_of_step_count_done({ doneCount: run.done_count, stepCount: run.step_count }),
          at: run.updated_at,
          Icon: ListChecks,
        }
      : {
          to: `/${item.target_type}/${item.slug}`,
          title,
          note: item.target_type === 'prompt' ? common.prompt() : common.playbook(),
          at: item.used_at,
          Icon: FileText,
        },
  );
}

const row = 'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4';
const box =
  'group flex h-full items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 hover:border-line-strong';
// Three lines, because the number of a run is at the end of its name.
const titleStyles = 'line-clamp-3 font-semibold [overflow-wrap:anywhere]';

/** Renders nothing if there is nothing to continue. */
export function ContinueRow({ entries }: { entries: NonNullable<ReturnType<typeof useContinued>> }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="continue" className="mb-10">
      <h2 id="continue" className="mb-3 text-xl">
        {common.continue_it()}
      </h2>
      <ul className={row}>
        {entries.map(({ to, title, note, at, Icon }) => (
          <li key={to}>
            <Link to={to} className={box}>
              <Icon className="size-5 shrink-0 text-signal" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className={titleStyles}>
                  {title}
                </span>
                <span className="block text-[0.8125rem] text-muted">
                  {note}, <span className="inline-block">{formatRelative(at)}</span>
                </span>
              </span>
              <ArrowRight
                className="size-4 shrink-0 text-muted max-[18rem]:hidden transition-transform group-hover:translate-x-0.5"
                aria-hidden="true"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The row before the app runs, filled in by the page's script. */
export const EarlyContinueRow = () => (
  <section hidden {...shownWith('continued.0')} className="mb-10">
    <h2 className="mb-3 text-xl">{common.continue_it()}</h2>
    <ul className={row}>
      {Array.from({ length: recentItemCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
        <li key={index} {...shownWith(`continued.${index}`)}>
          <div className={box}>
            <span className="skeleton size-5 shrink-0" />
            <span className="min-w-0 flex-1">
              <EarlyField as="span" name={`continued.${index}.title`} className={titleStyles} />
              <span className="skeleton my-0.5 block h-4 w-24" />
            </span>
            <span className="size-4 shrink-0 max-[18rem]:hidden" />
          </div>
        </li>
      ))}
    </ul>
  </section>
);
