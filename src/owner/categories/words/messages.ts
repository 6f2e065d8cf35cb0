// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/locale.ts';

export const add_category = (): string => locale() === 'de' ? "Kategorie hinzufügen" : "Add Category";
export const categories_management_interface_coming_soon = (): string => locale() === 'de' ? "Die Verwaltung der Kategorien kommt bald" : "Categories management interface coming soon";
