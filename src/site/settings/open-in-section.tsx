import { useWatch } from 'react-hook-form';
import { openInTools } from '#constants';
import { Chip } from '#ui/chip.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { chosenTargets, knownTargets, noTargets } from './public/open-targets.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';

/** The tools that members can open a prompt in. */
export function OpenInSection({ form }: { form: SettingsForm }) {
  const chosen = chosenTargets(useWatch({ control: form.control, name: 'open_in' }));
  const toggle = (name: (typeof chosen)[number]) => {
    const names = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
    form.setValue('open_in', names.join(',') || noTargets, { shouldDirty: true });
  };
  return (
    <SettingsSection title="Open in" about="Tools that members can open a prompt in.">
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Tools</legend>
        <div className="flex flex-wrap gap-2">
          {openInTools.map((name) => (
            <Chip key={name} pressed={chosen.includes(name)} onClick={() => toggle(name)}>
              {knownTargets[name].name}
            </Chip>
          ))}
        </div>
      </fieldset>
      <TextArea
        label="Your own tools"
        placeholder="Team chat | https://chat.example.com/new?q={prompt}"
        hint="One in each line: its name, a vertical bar, and its address with {prompt} in it"
        {...inputOf(form, 'open_in_own')}
      />
    </SettingsSection>
  );
}
