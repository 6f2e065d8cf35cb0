import { Pause, Play } from 'lucide-react';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

/** Groups of partners, as text; the page's script rotates them, and can be paused. */
export function LogoStrip({ groups }: { groups: string[][] }) {
  return (
    <section aria-label={common.partners()} data-rotation className="group border-y border-line">
      <div className="page flex items-center gap-6 py-5">
        <div className="grid min-w-0 flex-1">
          {groups.map((group, index) => (
            <ul
              key={group.join()}
              data-group
              aria-hidden={index !== 0}
              className="col-start-1 row-start-1 flex flex-wrap items-center justify-between gap-x-8 gap-y-1 [overflow-wrap:anywhere] max-sm:grid max-sm:grid-cols-2 font-serif text-lg text-muted transition-opacity duration-700 aria-hidden:opacity-0"
            >
              {group.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          ))}
        </div>
        {groups.length > 1 && (
          <button
            type="button"
            data-pause
            aria-pressed="false"
            aria-label={m.pause_rotation()}
            className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken"
          >
            <Pause className="size-4 group-data-paused:hidden" aria-hidden="true" />
            <Play className="hidden size-4 group-data-paused:block" aria-hidden="true" />
          </button>
        )}
      </div>
    </section>
  );
}
