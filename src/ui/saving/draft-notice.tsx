import { Button } from '../button.tsx';
import * as m from '../words/messages.ts';

type Restored = { isRestored: boolean; isOutdated: boolean; discard: () => void };

/** Says that an editor started with an unsaved draft. `isOwn`: nobody else can change the record. */
export function DraftNotice({ draft, isOwn = false }: { draft: Restored; isOwn?: boolean }) {
  if (!draft.isRestored && !draft.isOutdated) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-accent-soft px-4 py-2 text-sm">
      <p role="status">
        {draft.isRestored && m.your_unsaved_changes_are_back()}{' '}
        {draft.isOutdated && (isOwn ? m.saved_elsewhere_since() : m.others_saved_fields_since())}
      </p>
      {draft.isRestored && (
        <Button size="small" variant="secondary" onClick={draft.discard}>
          {m.discard_them()}
        </Button>
      )}
    </div>
  );
}
