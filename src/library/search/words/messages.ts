// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';
import { plural } from '#platform/text/plural.ts';

export const count_results = (values: { count: number }): string => locale() === 'de' ? `${plural(values.count, { 'one': (shown) => `${shown} Ergebnis`, 'other': (shown) => `${shown} Ergebnisse` })}` : `${plural(values.count, { 'one': (shown) => `${shown} result`, 'other': (shown) => `${shown} results` })}`;
export const popular_playbooks = (): string => locale() === 'de' ? "Beliebteste Playbooks" : "Most popular playbooks";
export const popular_prompts = (): string => locale() === 'de' ? "Beliebteste Prompts" : "Most popular prompts";
export const recently_used = (): string => locale() === 'de' ? "Zuletzt verwendet" : "Recently used";
export const search_couldnt_be_loaded_try_again = (): string => locale() === 'de' ? "Die Suche konnte nicht geladen werden. Versuche es noch einmal." : "Search couldn't be loaded. Try again.";
export const search_prompts_and_playbooks = (): string => locale() === 'de' ? "Prompts und Playbooks durchsuchen" : "Search prompts and playbooks";
export const see_all_playbooks = (): string => locale() === 'de' ? "Alle gefundenen Playbooks ansehen" : "See all playbooks found";
export const see_all_prompts = (): string => locale() === 'de' ? "Alle gefundenen Prompts ansehen" : "See all prompts found";
