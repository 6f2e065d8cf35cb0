import { useEffect, useState } from 'react';
import { onceUnlessItFails } from '#platform/once-unless-it-fails.ts';
import * as m from './words/messages.ts';

type Measure = (password: string) => number;
/** The word lists are large, so they are loaded when somebody is about to choose a password. */
const measuring = onceUnlessItFails(async (): Promise<Measure> => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password) => zxcvbn.check(password).score;
});

const words = [m.strength_very_weak, m.strength_weak, m.strength_fair, m.strength_good, m.strength_strong];
const bars = [1, 2, 3, 4];
/** Longer passwords are strong anyway, and slow to check. */
const measuredCharacters = 72;

/** How hard a password is to guess. Keeps its space while empty, so that the layout doesn't shift. */
export function PasswordStrength({ password, isWanted }: { password: string; isWanted: boolean }) {
  const [measure, setMeasure] = useState<{ of: Measure }>();
  useEffect(() => {
    if (isWanted)
      void measuring.get().then(
        (of) => setMeasure({ of }),
        () => undefined,
      );
  }, [isWanted]);
  const score = measure && password ? measure.of(password.slice(0, measuredCharacters)) : undefined;
  return (
    <div className="mt-1.5 flex h-5 items-center gap-3 text-[0.8125rem] text-muted">
      {score !== undefined && (
        <>
          <span className="flex gap-1" aria-hidden="true">
            {bars.map((bar) => (
              <span
                key={bar}
                className={`h-1.5 w-8 rounded-full ${score >= bar ? (score < 3 ? 'bg-signal' : 'bg-accent') : 'bg-line'}`}
              />
            ))}
          </span>
          <span role="status">{words[score]?.()}</span>
        </>
      )}
    </div>
  );
}
