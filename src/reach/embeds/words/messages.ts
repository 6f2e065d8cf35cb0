// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';
import { plural } from '#platform/text/plural.ts';

export const item_not_available = (): string => locale() === 'de' ? "Dieser Eintrag ist nicht verfügbar." : "This item isn't available.";
export const open_on_site_name = (values: { siteName: string | number }): string => locale() === 'de' ? `Auf ${values.siteName} öffnen` : `Open on ${values.siteName}`;
export const playbook = (): string => "Playbook";
export const prompt = (): string => "Prompt";
export const step_count = (values: { count: number }): string => locale() === 'de' ? `${plural(values.count, { 'one': (shown) => `${shown} Schritt`, 'other': (shown) => `${shown} Schritte` })}` : `${plural(values.count, { 'one': (shown) => `${shown} step`, 'other': (shown) => `${shown} steps` })}`;
