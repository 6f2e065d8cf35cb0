import {
  Brain,
  CheckCircle,
  Crown,
  Gem,
  type LucideIcon,
  Rocket,
  Sparkles,
  Star,
  Target,
  Zap,
} from 'lucide-react';
import type { LogoIcon } from '#features/settings/settings-defaults.ts';
import { useSiteSettings } from '#features/settings/site-settings.tsx';

const icons: Record<LogoIcon, LucideIcon> = {
  Sparkles,
  Zap,
  Rocket,
  Star,
  Crown,
  Gem,
  Brain,
  Target,
  CheckCircle,
};

/** The site's mark and name. */
export function Logo() {
  const { site_name, site_logo, site_logo_type, site_logo_icon } = useSiteSettings();
  const Icon = icons[site_logo_icon];
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {site_logo_type === 'image' && site_logo ? (
        <img src={site_logo} alt="" width={28} height={28} className="size-7 rounded-sm object-contain" />
      ) : (
        <span className="grid size-7 place-items-center rounded-sm bg-accent text-on-accent">
          <Icon className="size-4" aria-hidden="true" />
        </span>
      )}
      <span className="truncate font-serif text-xl leading-none font-medium tracking-tight">{site_name}</span>
    </span>
  );
}
