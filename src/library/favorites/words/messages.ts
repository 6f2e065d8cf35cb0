// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const favorite_title = (values: { title: string | number }): string => locale() === 'de' ? `${values.title} zu den Favoriten` : `Favorite ${values.title}`;
