import { Command } from 'cmdk';
import { Lock } from 'lucide-react';
import type { MouseEvent } from 'react';
import { accessBadge } from '#money/tiers/public/opening-plan.ts';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import type { Group } from './result-groups.ts';

/** The id of an entry's element. */
export const elementOf = (to: string) => `result-${to}`;

/** Leave clicks that open a new tab or window to the browser. */
const leaveToBrowser = (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation();
};
const stay = (event: MouseEvent) => event.preventDefault();

/** A heading of the palette with its entries. */
export function ResultGroup({ group, goTo }: { group: Group; goTo: (address: string) => void }) {
  const tiers = useTiers();
  return (
    <Command.Group
      heading={[group.heading, group.correction].filter(Boolean).join(' · ')}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[0.75rem] [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
    >
      {group.entries.map(({ to, title, icon: Icon, lockedAt, note }) => (
        <Command.Item
          key={to}
          asChild
          value={to}
          onSelect={() => goTo(to)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-2 data-[selected=true]:bg-accent-soft"
        >
          <a id={elementOf(to)} href={to} tabIndex={-1} onClickCapture={leaveToBrowser} onClick={stay}>
            <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {title}
            </span>
            {lockedAt !== undefined && (
              <span className="inline-flex shrink-0 items-center gap-1.5 text-[0.8125rem] text-signal">
                <Lock className="size-3.5" aria-hidden="true" />
                {accessBadge(tiers, lockedAt)}
              </span>
            )}
            {note && <span className="shrink-0 text-[0.8125rem] text-muted tabular-nums">{note}</span>}
          </a>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
