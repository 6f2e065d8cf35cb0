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
import type { PublicSettings } from '#site/settings/settings.contract.ts';
import type { LogoIcon } from '#site/settings/settings-defaults.ts';
import { useSiteSettings } from '#site/settings/site-settings.tsx';
import { classNames } from '#ui/class-names.ts';

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

type Look = Pick<PublicSettings, 'site_logo' | 'site_logo_type' | 'site_logo_icon'>;

/** The mark alone, for given settings. */
export function LogoMark({ settings, className }: { settings: Look; className?: string }) {
  const { site_logo, site_logo_type, site_logo_icon } = settings;
  const Icon = icons[site_logo_icon];
  return site_logo_type === 'image' && site_logo ? (
    <img src={site_logo} alt="" width={28} height={28} className="size-7 rounded-sm object-contain" />
  ) : (
    <span
      className={classNames(
        'grid size-7 shrink-0 place-items-center rounded-sm bg-accent text-on-accent',
        className,
      )}
    >
      <Icon className="size-4" aria-hidden="true" />
    </span>
  );
}

/** The site's mark and name. */
export function Logo() {
  const settings = useSiteSettings();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <LogoMark settings={settings} />
      <span className="truncate font-serif text-xl leading-none font-medium tracking-tight">
        {settings.site_name}
      </span>
    </span>
  );
}
