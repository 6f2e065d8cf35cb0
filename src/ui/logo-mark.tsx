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
import { logoSize } from './logo-size.ts';

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

type Props = {
  settings: Branding;
  /** The picture's width divided by its height, if known; `shown` uses the loaded picture's own. */
  ratio?: number | 'shown' | undefined;
  className?: string;
};

const height = 28;

/** The logo, without the site's name. */
export function LogoMark({ settings, ratio, className }: Props) {
  const { site_logo, site_logo_type, site_logo_icon } = settings;
  const Icon = icons[site_logo_icon];
  return site_logo_type === 'image' && site_logo ? (
    <img
      src={site_logo}
      alt=""
      {...(ratio !== 'shown' && logoSize(ratio, height))}
      className={classNames(
        'shrink-0 rounded-sm object-contain',
        ratio === undefined ? 'size-7' : 'h-auto max-h-7 max-w-40 max-sm:max-w-24',
      )}
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
