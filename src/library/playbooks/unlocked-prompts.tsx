import { useWatch } from 'react-hook-form';
import { plural } from '#ui/format.ts';
import type { PlaybookControl } from './playbook-form.ts';

type Props = { control: PlaybookControl; levels: Record<string, number> };

/** Warns where readers of the playbook get prompts that the library keeps for a higher level. */
export function UnlockedPrompts({ control, levels }: Props) {
  const level = Number(useWatch({ control, name: 'tier_access' }));
  const steps = useWatch({ control, name: 'steps' });
  const unlocked = new Map(
    steps.flatMap(({ prompts = [] }) =>
      prompts.flatMap((entry) =>
        entry.type === 'library' && (levels[entry.prompt_id] ?? 0) > level
          ? [[entry.prompt_id, `${entry.title} (level ${levels[entry.prompt_id]})`] as const]
          : [],
      ),
    ),
  );
  return (
    <div role="status">
      {unlocked.size > 0 && (
        <div className="rounded-md bg-signal-soft px-4 py-3 text-sm">
          <p className="font-semibold text-signal">
            {level === 0
              ? `This free playbook hands out ${plural(unlocked.size, 'prompt')} of a higher level.`
              : `This playbook of level ${level} hands out ${plural(unlocked.size, 'prompt')} of a higher level.`}
          </p>
          <p className="mt-1 [overflow-wrap:anywhere]">
            {[...unlocked.values()].join(', ')}.{' '}
            {unlocked.size === 1
              ? 'Everybody who can open the playbook can read it there. To keep it back, raise Tier Access or remove the prompt.'
              : 'Everybody who can open the playbook can read them there. To keep them back, raise Tier Access or remove the prompts.'}
          </p>
        </div>
      )}
    </div>
  );
}
