// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const date = (): string => locale() === 'de' ? "Datum" : "Date";
export const email_not_found = (): string => locale() === 'de' ? "E-Mail nicht gefunden" : "Email not found";
export const email_server_is_used = (): string => locale() === 'de' ? "Diese Website versendet E-Mails über ihren Mailserver. „promptory doctor“ zeigt fehlgeschlagene Zustellungen." : "This site sends emails through its email server. Run “promptory doctor” to see failed deliveries.";
export const emails_are_being_sent = (): string => locale() === 'de' ? "E-Mails werden versendet" : "Emails are being sent";
export const no_email_server_is_connected_smtp = (): string => locale() === 'de' ? "Es ist kein Mailserver verbunden, deshalb bleiben E-Mails hier und werden nicht nachträglich gesendet. Öffne eine, um ihren Link zu nutzen, etwa um ein Passwort zurückzusetzen." : "No email server is connected, so emails are kept here and aren't sent later. Open one to use its link, for example to reset a password.";
export const no_emails_yet = (): string => locale() === 'de' ? "Noch keine E-Mails" : "No emails yet";
export const outbox = (): string => locale() === 'de' ? "Postausgang" : "Outbox";
export const refresh = (): string => locale() === 'de' ? "Aktualisieren" : "Refresh";
export const show_as_html = (): string => locale() === 'de' ? "Als HTML zeigen" : "Show as HTML";
export const show_as_text = (): string => locale() === 'de' ? "Als Text zeigen" : "Show as text";
export const subject = (): string => locale() === 'de' ? "Betreff" : "Subject";
export const to = (): string => locale() === 'de' ? "An" : "To";
export const to_to = (values: { to: string | number }): string => locale() === 'de' ? `An ${values.to}` : `To ${values.to}`;
