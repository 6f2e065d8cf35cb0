import { useState } from 'react';
import { formatLocalDay } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import * as m from '../words/messages.ts';
import type { VersionedItem, VersionSource } from './version-source.ts';

type Props = { item: VersionedItem; source: VersionSource };

/** The versions of an item, each with its changes. */
export const VersionsModal = lazyPart<Props & { close: () => void }>(() => import('../versions-modal.tsx'));

/** Says that an item has changed since it was published, and opens its versions. */
export function ItemVersions({ item, source }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (item.version === 1) return null;
  return (
    <p className="mt-3 text-[0.8125rem] text-muted">
      {m.version_version_changed_version_at({
        version: item.version,
        versionAt: formatLocalDay(item.version_at),
      })}{' '}
      <button
        type="button"
        className="font-semibold text-accent underline underline-offset-4"
        onClick={() => setIsOpen(true)}
      >
        {m.what_changed()}
      </button>
      {isOpen && <VersionsModal item={item} source={source} close={() => setIsOpen(false)} />}
    </p>
  );
}
