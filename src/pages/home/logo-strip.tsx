import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { logoRotationMilliseconds } from '#constants';

/** Three groups of partners, as text; each is shown for five seconds. */
const groups = [
  ['Northgate Press', 'Halden & Moor', 'Fieldnote', 'Studio Arbre', 'Kestrel Labs'],
  ['Copperline', 'The Weekly Desk', 'Ostro', 'Brightwater', 'Lumen Atelier'],
  ['Paperboat', 'Sable & Finch', 'Meridian Works', 'Tallow Street', 'Quillcraft'],
];

export function LogoStrip() {
  const [shown, setShown] = useState(0);
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(
      () => setShown((before) => (before + 1) % groups.length),
      logoRotationMilliseconds,
    );
    return () => clearInterval(timer);
  }, [isPaused]);
  useEffect(() => setIsPaused(matchMedia('(prefers-reduced-motion: reduce)').matches), []);

  return (
    <section aria-label="Partners" className="border-y border-line">
      <div className="page flex items-center gap-6 py-5">
        <div className="grid min-w-0 flex-1">
          {groups.map((group, index) => (
            <ul
              key={group[0]}
              aria-hidden={index !== shown}
              className="col-start-1 row-start-1 flex flex-wrap items-center justify-between gap-x-8 gap-y-1 font-serif text-lg text-muted transition-opacity duration-700 aria-hidden:opacity-0"
            >
              {group.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          ))}
        </div>
        <button
          type="button"
          className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken"
          aria-label={isPaused ? 'Resume rotation' : 'Pause rotation'}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? (
            <Play className="size-4" aria-hidden="true" />
          ) : (
            <Pause className="size-4" aria-hidden="true" />
          )}
        </button>
      </div>
    </section>
  );
}
