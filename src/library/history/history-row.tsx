import { Copy, Eye, ListChecks, X } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { formatTimeOfDay } from '#ui/format.ts';
import { actionWords } from './entry-modal.tsx';
import type { HistoryEntry } from './history.contract.ts';
import * as m from './words/messages.ts';

const icons = { viewed: Eye, copied: Copy, ran: ListChecks } as const;

type Props = { entry: HistoryEntry; open: () => void; erase: () => void };

/** An entry of the history, with a button to open its text. */
export function HistoryRow({ entry, open, erase }: Props) {
  const { action, title, at, run_id, has_text, is_changed, can } = entry;
  const Icon = icons[action];
  const textLabel = is_changed ? m.see_the_difference() : m.see_the_text();
  const to = action === 'ran' && run_id ? `/runs/${run_id}` : `/${entry.target_type}/${entry.slug}`;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <Icon className="size-4 shrink-0 text-signal" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <Link
          dir="auto"
          to={to}
          className="block min-h-6 w-fit max-w-full truncate font-semibold hover:text-accent"
        >
          {title}
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 text-[0.8125rem] text-muted">
          {`${actionWords(entry)}, ${formatTimeOfDay(at)}`}
          {is_changed && <span className="font-semibold text-signal">{m.changed_since()}</span>}
          {has_text && can.read && (
            <button
              type="button"
              aria-label={`${textLabel}: ${title}`}
              className="min-h-6 font-semibold text-accent underline underline-offset-4"
              onClick={open}
            >
              {textLabel}
            </button>
          )}
        </p>
      </div>
      <Button variant="quiet" size="icon" aria-label={m.erase_one({ title })} onClick={erase}>
        <X className="size-4" aria-hidden="true" />
      </Button>
    </li>
  );
}
