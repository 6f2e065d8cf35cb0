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
import type { LogoIcon } from '#constants';
import { classNames } from './class-names.ts';

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

type Branding = {
  site_logo: string;
  site_logo_type: 'icon' | 'image';
  site_logo_icon: LogoIcon;
};

/** The logo without the site's name. */
export function LogoMark({ settings, className }: { settings: Branding; className?: string }) {
  const { site_logo, site_logo_type, site_logo_icon } = settings;
  const Icon = icons[site_logo_icon];
  return site_logo_type === 'image' && site_logo ? (
    <img
      src={site_logo}
      alt=""
      width={28}
      height={28}
      className="size-7 shrink-0 rounded-sm object-contain"
    />
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
