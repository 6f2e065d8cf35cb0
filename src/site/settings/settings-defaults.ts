import { defaultCurrency, type LogoIcon, openInTools } from '#constants';
import type { PublicSettings } from './settings.contract.ts';

/** The icons as characters, because email programs don't show SVG. */
export const logoCharacters: Record<LogoIcon, string> = {
  Sparkles: '✦',
  Zap: '⚡',
  Rocket: '➚',
  Star: '★',
  Crown: '♛',
  Gem: '◆',
  Brain: '❋',
  Target: '◎',
  CheckCircle: '✔',
};

/** For every key that isn't set, and for all if the settings can't be loaded. */
export const defaultSettings: PublicSettings = {
  site_name: 'Promptory',
  site_logo: '',
  site_logo_type: 'icon',
  site_logo_icon: 'Sparkles',
  site_tagline: '',
  site_favicon: '',
  site_accent: '',
  support_email: 'support@example.com',
  currency: defaultCurrency,
  tax: 'off',
  tax_behavior: 'exclusive',
  open_in: openInTools.join(','),
  open_in_own: 'none',
  stripe_publishable_key: '',
};
