// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const upvote_title = (values: { title: string | number }): string => locale() === 'de' ? `Für ${values.title} stimmen` : `Upvote ${values.title}`;
