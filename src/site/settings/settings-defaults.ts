import { defaultCurrency, type LogoIcon, openInTools } from '#constants';
import type { PublicSettings } from './settings.contract.ts';

/** The icons as characters, for emails: email programs show no SVG. */
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

/** Used for every key that is not set, and if the settings cannot be loaded. */
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
