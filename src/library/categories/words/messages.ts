// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const all_playbooks_in = (values: { count: string | number }): string => locale() === 'de' ? `Alle ${values.count} Playbooks ansehen` : `See all ${values.count} playbooks`;
export const all_prompts_in = (values: { count: string | number }): string => locale() === 'de' ? `Alle ${values.count} Prompts ansehen` : `See all ${values.count} prompts`;
export const default_description = (values: { count: string | number; name: string | number }): string => `${values.name}: ${values.count}.`;
