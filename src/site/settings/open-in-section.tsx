import { useWatch } from 'react-hook-form';
import { openInTools } from '#constants';
import { Chip } from '#ui/chip.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import * as common from '#ui/words/messages.ts';
import { chosenTargets, knownTargets, noTargets } from './public/open-targets.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import * as m from './words/messages.ts';

/** The tools that members can open a prompt in. */
export function OpenInSection({ form }: { form: SettingsForm }) {
  const chosen = chosenTargets(useWatch({ control: form.control, name: 'open_in' }));
  const toggle = (name: (typeof chosen)[number]) => {
    const names = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
    form.setValue('open_in', names.join(',') || noTargets, { shouldDirty: true });
  };
  return (
    <SettingsSection id="open-in" title={common.open_in()} about={m.open_targets_about()}>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{m.tools()}</legend>
        <div className="flex flex-wrap gap-2">
          {openInTools.map((name) => (
            <Chip key={name} pressed={chosen.includes(name)} onClick={() => toggle(name)}>
              {knownTargets[name].name}
            </Chip>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={m.your_own_tools()}
        placeholder={m.open_targets_example()}
        hint={m.one_in_each_line_its_name()}
        {...inputOf(form, 'open_in_own')}
      />
    </SettingsSection>
  );
}
