// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const audit_log = (): string => locale() === 'de' ? "Protokoll" : "Audit log";
export const comments = (): string => locale() === 'de' ? "Kommentare" : "Comments";
export const email_to_members = (): string => locale() === 'de' ? "E-Mails an Mitglieder" : "Email to members";
export const import_about = (): string => locale() === 'de' ? "Viele Prompts und Playbooks aus einer Datei übernehmen." : "Bring in many prompts and playbooks from a file.";
export const imports = (): string => locale() === 'de' ? "Importe" : "Imports";
export const manage_playbooks = (): string => locale() === 'de' ? "Playbooks verwalten" : "Manage Playbooks";
export const manage_prompts = (): string => locale() === 'de' ? "Prompts verwalten" : "Manage Prompts";
export const offers_about = (): string => locale() === 'de' ? "Rabatte und geschenkte Tarife mit Codes vergeben." : "Give discounts and gift plans with codes.";
export const organize_the_library = (): string => locale() === 'de' ? "Die Bibliothek ordnen." : "Organize the library.";
export const outbox = (): string => locale() === 'de' ? "Postausgang" : "Outbox";
export const outbox_about = (): string => locale() === 'de' ? "E-Mails, die ohne Mailserver aufbewahrt werden. Sie werden nicht nachträglich gesendet." : "Emails kept while there is no email server. They aren't sent later.";
export const pages = (): string => locale() === 'de' ? "Seiten" : "Pages";
export const playbooks_about = (): string => locale() === 'de' ? "Anleitungen bauen, Preise festlegen und veröffentlichen." : "Build step-by-step guides, set prices and publish.";
export const prompts_about = (): string => locale() === 'de' ? "Prompts importieren und bearbeiten und festlegen, wer sie lesen kann." : "Import and edit prompts, and set who can read them.";
export const review_comments_that_wait = (): string => locale() === 'de' ? "Kommentare prüfen, die auf Freigabe warten oder gemeldet wurden." : "Review comments that need approval or were reported.";
export const see_how_the_site_is_doing = (): string => locale() === 'de' ? "Ansehen, wie es der Website geht." : "See how the site is doing.";
export const see_what_your_team_has_done = (): string => locale() === 'de' ? "Ansehen, was du und dein Team auf der Website gemacht haben." : "See what you and your team have done on the site.";
export const set_plan_prices_limits_and_features = (): string => locale() === 'de' ? "Preise, Limits und Leistungen der Tarife festlegen." : "Set plan prices, limits and features.";
export const settings_about = (): string => locale() === 'de' ? "Zahlungsschlüssel, Name, Logo und Support-E-Mail festlegen." : "Set payment keys, site name, logo and support email.";
export const site_about = (): string => locale() === 'de' ? "Was auf der Startseite und der Preisseite steht." : "What the home page and the pricing page say.";
export const terms_privacy_and_pages = (): string => locale() === 'de' ? "Bedingungen, Datenschutz und andere eigene Seiten." : "Terms, privacy and other pages of your own.";
export const users_about = (): string => locale() === 'de' ? "Konten, ihre Rollen und Tarife ansehen." : "See accounts, their roles and their plans.";
export const view_site = (): string => locale() === 'de' ? "Website ansehen" : "View Site";
export const webhooks = (): string => "Webhooks";
export const webhooks_about = (): string => locale() === 'de' ? "Anderen Werkzeugen mitteilen, was hier geschieht." : "Tell your other tools what happens here.";
export const write_to_your_members = (): string => locale() === 'de' ? "Allen oder einigen Mitgliedern schreiben." : "Write to all members or some of them.";
