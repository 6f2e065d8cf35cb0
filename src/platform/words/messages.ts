// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/locale.ts';

export const add_at_least_minimum = (values: { minimum: string | number }): string => locale() === 'de' ? `Mindestens ${values.minimum}` : `Add at least ${values.minimum}`;
export const at_most_maximum_characters = (values: { maximum: string | number }): string => locale() === 'de' ? `Höchstens ${values.maximum} Zeichen` : `At most ${values.maximum} characters`;
export const at_most_maximum_entries = (values: { maximum: string | number }): string => locale() === 'de' ? `Höchstens ${values.maximum} Einträge` : `At most ${values.maximum} entries`;
export const choose_one_of_values = (values: { values: string | number }): string => locale() === 'de' ? `Wähl eines davon: ${values.values}` : `Choose one of: ${values.values}`;
export const contains_characters_that_cant_be_stored = (): string => locale() === 'de' ? "Enthält Zeichen, die nicht gespeichert werden können" : "Contains characters that can't be stored";
export const enter_a_full_address_beginning_with = (): string => locale() === 'de' ? "Gib eine vollständige Adresse ein, die mit https:// beginnt" : "Enter a full address, beginning with https://";
export const enter_a_number = (): string => locale() === 'de' ? "Gib eine Zahl ein" : "Enter a number";
export const enter_a_whole_number = (): string => locale() === 'de' ? "Gib eine ganze Zahl ein" : "Enter a whole number";
export const enter_an_email_address = (): string => locale() === 'de' ? "Gib eine E-Mail-Adresse ein" : "Enter an email address";
export const enter_the_address_of_an_image = (): string => locale() === 'de' ? "Gib die Adresse eines Bildes ein" : "Enter the address of an image";
export const must_be_at_least_minimum_characters = (values: { minimum: string | number }): string => locale() === 'de' ? `Mindestens ${values.minimum} Zeichen` : `Must be at least ${values.minimum} characters`;
export const must_be_maximum_or_less = (values: { maximum: string | number }): string => locale() === 'de' ? `Darf höchstens ${values.maximum} sein` : `Must be ${values.maximum} or less`;
export const must_be_minimum_or_more = (values: { minimum: string | number }): string => locale() === 'de' ? `Muss mindestens ${values.minimum} sein` : `Must be ${values.minimum} or more`;
export const required = (): string => locale() === 'de' ? "Erforderlich" : "Required";
export const something_went_wrong_try_again = (): string => locale() === 'de' ? "Etwas ist schiefgelaufen. Versuch es noch einmal." : "Something went wrong. Try again.";
export const the_site_cant_be_reached_try = (): string => locale() === 'de' ? "Die Website ist nicht erreichbar. Versuch es noch einmal." : "The site can't be reached. Try again.";
export const unknown_keys = (values: { keys: string | number }): string => locale() === 'de' ? `Unbekannt: ${values.keys}` : `Unknown: ${values.keys}`;
export const youre_offline_try_again_when_youre = (): string => locale() === 'de' ? "Du bist offline. Versuch es wieder, wenn du verbunden bist." : "You're offline. Try again when you're connected.";
