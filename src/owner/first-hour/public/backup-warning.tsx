import { useQuery } from '@tanstack/react-query';
import { formatTime } from '#ui/format.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as m from '../words/messages.ts';
import { firstHourQuery } from './first-hour-query.ts';

/** Warns the owner that the site's own backups fail. */
export function BackupWarning() {
  const { data } = useQuery(firstHourQuery);
  if (!data?.backups.is_late) return null;
  const { newest_at } = data.backups;
  const code = (text: string) => <code>{text}</code>;
  return (
    <p role="alert" className="mb-6 rounded-md border border-danger px-4 py-3">
      <RichText
        parts={
          newest_at ? m.no_backup_since({ time: formatTime(newest_at), code }) : m.no_backup_yet({ code })
        }
      />
    </p>
  );
}
