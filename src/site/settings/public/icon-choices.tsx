import { type LogoIcon, logoIcons } from '#constants';
import { Chip } from '#ui/chip.tsx';
import { LogoMark } from '#ui/logo-mark.tsx';
import * as m from '../words/messages.ts';

/** The icons for the site's logo, of which one is chosen. */
export function IconChoices({ chosen, choose }: { chosen: string; choose: (icon: LogoIcon) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{m.icon()}</legend>
      <div className="flex flex-wrap gap-2">
        {logoIcons.map((icon) => (
          <Chip key={icon} pressed={chosen === icon} onClick={() => choose(icon)}>
            <LogoMark
              settings={{ site_logo_type: 'icon', site_logo_icon: icon, site_logo: '' }}
              className="!size-5 !bg-transparent !text-current"
            />
            {icon}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
