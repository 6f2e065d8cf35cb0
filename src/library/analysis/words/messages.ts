// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/locale.ts';

export const please_enter_a_prompt = (): string => locale() === 'de' ? "Gib einen Prompt ein" : "Please enter a prompt";
