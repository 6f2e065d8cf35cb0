// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/locale.ts';

export const receipts_are_still_sent = (): string => locale() === 'de' ? "Belege und E-Mails zu deinem Konto bekommst du weiterhin." : "Receipts and account emails are still sent.";
export const this_link_is_invalid = (): string => locale() === 'de' ? "Dieser Link ist ungültig oder abgelaufen." : "This link is invalid or has expired.";
export const unsubscribe = (): string => locale() === 'de' ? "Abbestellen" : "Unsubscribe";
export const unsubscribe_question = (): string => locale() === 'de' ? "E-Mails abbestellen?" : "Unsubscribe?";
export const you_are_unsubscribed = (): string => locale() === 'de' ? "Du bist abgemeldet" : "You are unsubscribed";
export const you_can_turn_emails_back_on = (): string => locale() === 'de' ? "In deinen Einstellungen kannst du E-Mails wieder einschalten." : "You can turn emails back on in your settings.";
