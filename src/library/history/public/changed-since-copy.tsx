import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLocalDay } from '#ui/format.ts';
import { EntryModal } from '../entry-modal.tsx';
import * as m from '../words/messages.ts';
import { lastCopyQuery } from './history-queries.ts';

/** Tells the member that a prompt has changed since they copied it, and shows the difference. */
export function ChangedSinceCopy({ prompt }: { prompt: { slug: string; version: number } }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: entry } = useQuery({ ...lastCopyQuery(prompt.slug), enabled: prompt.version > 1 });
  if (!entry?.is_changed) return null;
  return (
    <p className="mt-3 rounded-md bg-signal-soft px-4 py-2.5 text-sm">
      {m.changed_since_copy({ day: formatLocalDay(entry.at) })}{' '}
      <button
        type="button"
        className="font-semibold underline underline-offset-4"
        onClick={() => setIsOpen(true)}
      >
        {m.see_the_difference()}
      </button>
      {isOpen && <EntryModal entry={entry} close={() => setIsOpen(false)} />}
    </p>
  );
}
