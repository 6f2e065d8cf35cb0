// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';
import { plural } from '#platform/text/plural.ts';

export const count_results = (values: { count: number }): string => locale() === 'de' ? `${plural(values.count, { 'one': (shown) => `${shown} Ergebnis`, 'other': (shown) => `${shown} Ergebnisse` })}` : `${plural(values.count, { 'one': (shown) => `${shown} result`, 'other': (shown) => `${shown} results` })}`;
export const search_couldnt_be_loaded_try_again = (): string => locale() === 'de' ? "Die Suche konnte nicht geladen werden. Versuche es noch einmal." : "Search couldn't be loaded. Try again.";
export const search_prompts_and_playbooks = (): string => locale() === 'de' ? "Prompts und Playbooks durchsuchen" : "Search prompts and playbooks";
