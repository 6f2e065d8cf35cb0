// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const emails_about_your_plan_are_still_sent = (values: { site: string | number }): string => locale() === 'de' ? `Du bekommst keine Neuigkeiten mehr von ${values.site}. E-Mails zu deinem Konto und deinem Tarif kommen weiterhin.` : `You won't get any more news from ${values.site}. Emails about your account and your plan are still sent.`;
export const how_to_turn_emails_on = (): string => locale() === 'de' ? "In deinen Einstellungen kannst du E-Mails wieder einschalten." : "You can turn emails back on in your settings.";
export const no_more_emails_about_replies = (values: { site: string | number }): string => locale() === 'de' ? `Du bekommst von ${values.site} keine E-Mails mehr über Antworten auf deine Kommentare.` : `You won't get any more emails from ${values.site} about replies to your comments.`;
export const no_more_weekly_digest = (values: { site: string | number }): string => locale() === 'de' ? `Du bekommst keine wöchentlichen E-Mails mehr darüber, was bei ${values.site} neu ist.` : `You won't get any more weekly emails about what's new at ${values.site}.`;
export const open_the_whole_link = (): string => locale() === 'de' ? "Öffne den vollständigen Link aus der E-Mail, oder wähle in deinen Einstellungen, welche E-Mails du bekommst." : "Open the whole link from the email, or choose in your settings which emails you get.";
export const open_your_settings = (): string => locale() === 'de' ? "Zu deinen Einstellungen" : "Open your settings";
export const receipts_are_still_sent = (values: { site: string | number }): string => locale() === 'de' ? `Du bekommst von ${values.site} keine E-Mails mehr zu deinem Tarif. Belege und E-Mails zu deinem Konto bekommst du weiterhin.` : `You won't get any more emails about your plan from ${values.site}. Receipts and account emails are still sent.`;
export const this_link_is_invalid = (): string => locale() === 'de' ? "Dieser Link ist ungültig oder abgelaufen." : "This link is invalid or has expired.";
export const unsubscribe = (): string => locale() === 'de' ? "Abbestellen" : "Unsubscribe";
export const unsubscribe_question = (): string => locale() === 'de' ? "E-Mails abbestellen?" : "Unsubscribe?";
export const you_are_unsubscribed = (): string => locale() === 'de' ? "Du bekommst diese E-Mails nicht mehr" : "You're unsubscribed";
