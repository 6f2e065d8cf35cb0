import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLocalDay } from '#ui/format.ts';
import { EntryModal } from '../entry-modal.tsx';
import * as m from '../words/messages.ts';
import { lastCopyQuery } from './history-queries.ts';

/** Says on a prompt that has been changed that the member has copied an earlier text, and shows what is different. */
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
