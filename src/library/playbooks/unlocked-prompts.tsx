import { useWatch } from 'react-hook-form';
import * as common from '#ui/words/messages.ts';
import type { PlaybookControl } from './playbook-form.ts';
import * as m from './words/messages.ts';

type Props = { control: PlaybookControl; levels: Record<string, number> };

/** Warns if the playbook gives its readers prompts that the library reserves for a higher level. */
export function UnlockedPrompts({ control, levels }: Props) {
  const level = Number(useWatch({ control, name: 'tier_access' }));
  const steps = useWatch({ control, name: 'steps' });
  const unlocked = new Map(
    steps.flatMap(({ prompts = [] }) =>
      prompts.flatMap((entry) =>
        entry.type === 'library' && (levels[entry.prompt_id] ?? 0) > level
          ? [
              [
                entry.prompt_id,
                m.title_level_levels({ title: entry.title, levels: levels[entry.prompt_id] ?? '' }),
              ] as const,
            ]
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
              ? m.this_free_playbook_hands_out_prompts({
                  prompts: common.count_prompt({ count: unlocked.size }),
                })
              : m.this_playbook_of_level_level_hands({
                  level,
                  prompts: common.count_prompt({ count: unlocked.size }),
                })}
          </p>
          <p className="mt-1 [overflow-wrap:anywhere]">
            {[...unlocked.values()].join(', ')}.{' '}
            {unlocked.size === 1
              ? m.everybody_who_can_open_the_playbook()
              : m.everybody_who_can_open_the_playbook_2()}
          </p>
        </div>
      )}
    </div>
  );
}
