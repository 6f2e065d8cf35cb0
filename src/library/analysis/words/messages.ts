// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const details_from_text = (values: { reason: string | number }): string => locale() === 'de' ? `${values.reason} Diese Angaben stammen aus dem Text selbst.` : `${values.reason} These details come from the text itself.`;
export const details_without_model = (): string => locale() === 'de' ? "Es ist kein Sprachmodell eingerichtet, deshalb stammen diese Angaben aus dem Text selbst." : "No language model is configured, so these details come from the text itself.";
export const please_enter_a_prompt = (): string => locale() === 'de' ? "Gib einen Prompt ein" : "Please enter a prompt";
export const refused_levels_soon = (): string => locale() === 'de' ? "Die Stufen 4 und 5 kommen bald." : "Levels 4 and 5 are coming soon.";
export const refused_no_model = (): string => locale() === 'de' ? "Die Stufen 1 bis 3 brauchen ein Sprachmodell, und noch ist keines eingerichtet. Stufe 0 geht auch ohne." : "Levels 1 to 3 need a large language model, and none is configured yet. Level 0 works without one.";
export const refused_prompt_too_long = (values: { count: string | number }): string => locale() === 'de' ? `Dieser Prompt ist zu lang für das Sprachmodell (höchstens ${values.count} Zeichen). Nimm stattdessen Stufe 0.` : `This prompt is too long for the language model (maximum ${values.count} characters). Use level 0 instead.`;
export const refused_type_later = (values: { promptType: string | number }): string => locale() === 'de' ? `Für Prompts der Art ${values.promptType} gibt es die Optimierung noch nicht.` : `Optimization for ${values.promptType} prompts is not yet available.`;
