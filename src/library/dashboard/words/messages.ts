// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const couldnt_load_the_figures = (): string => locale() === 'de' ? "Die Zahlen konnten nicht geladen werden." : "Couldn't load the figures.";
export const total_books = (): string => locale() === 'de' ? "Bücher gesamt" : "Total Books";
export const total_playbooks = (): string => locale() === 'de' ? "Playbooks gesamt" : "Total Playbooks";
export const total_prompts = (): string => locale() === 'de' ? "Prompts gesamt" : "Total Prompts";
export const your_favorites = (): string => locale() === 'de' ? "Deine Favoriten" : "Your Favorites";
