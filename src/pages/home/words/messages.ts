// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';
import { plural } from '#platform/text/plural.ts';

export const access_to_prompts = (): string => locale() === 'de' ? "Zugang zu Prompts" : "Access to prompts";
export const any_current_chat_model = (): string => locale() === 'de' ? "Jedes aktuelle Chatmodell" : "Any current chat model";
export const browse_discover = (): string => locale() === 'de' ? "Stöbern & Entdecken" : "Browse & Discover";
export const browse_prompts = (): string => locale() === 'de' ? "Prompts entdecken" : "Browse Prompts";
export const choose_your_plan = (): string => locale() === 'de' ? "Wähle deinen Tarif" : "Choose your plan";
export const copy_customize = (): string => locale() === 'de' ? "Kopieren & Anpassen" : "Copy & Customize";
export const copy_step_about = (): string => locale() === 'de' ? "Kopiere ihn mit einem Klick. Fülle die Platzhalter aus: dein Publikum, deine Fakten, dein Ton." : "Copy it with one click. Fill in the blanks: your reader, your facts, your tone.";
export const curated_and_tested = (): string => locale() === 'de' ? "Ausgewählt, geprüft und aktuell gehalten" : "Curated, tested and kept up to date";
export const default_tagline = (): string => locale() === 'de' ? "KI-Prompts und Playbooks zum Kopieren" : "AI prompts and playbooks, ready to copy";
export const explore_playbooks = (): string => locale() === 'de' ? "Playbooks entdecken" : "Explore Playbooks";
export const figure_noun = (values: { count: number; noun: string }): string => locale() === 'de' ? `${values.noun === 'prompts' ? `${plural(values.count, { 'one': () => `Prompt`, 'other': () => `Prompts` })}` : values.noun === 'playbooks' ? `${plural(values.count, { 'one': () => `Playbook`, 'other': () => `Playbooks` })}` : `Nutzer`}` : `${values.noun === 'prompts' ? `${plural(values.count, { 'one': () => `prompt`, 'other': () => `prompts` })}` : values.noun === 'playbooks' ? `${plural(values.count, { 'one': () => `playbook`, 'other': () => `playbooks` })}` : `${plural(values.count, { 'one': () => `user`, 'other': () => `users` })}`}`;
export const find_it_in_the_library = (): string => locale() === 'de' ? "Finde ihn in der Bibliothek." : "Find it in the library.";
export const find_step_about = (): string => locale() === 'de' ? "Suche nach Aufgabe, Typ oder Kategorie, bis du den richtigen Prompt findest." : "Search by task, type or category until you find the right prompt.";
export const get_results = (): string => locale() === 'de' ? "Ergebnisse bekommen" : "Get Results";
export const get_started = (): string => locale() === 'de' ? "Loslegen" : "Get Started";
export const go_to_dashboard = (): string => locale() === 'de' ? "Zum Dashboard" : "Go to dashboard";
export const how_it_works = (): string => locale() === 'de' ? "So funktioniert's" : "How it works";
export const pause_rotation = (): string => locale() === 'de' ? "Wechsel anhalten" : "Pause rotation";
export const run_step_about = (): string => locale() === 'de' ? "Nutze ihn im Modell, das du schon verwendest, und speichere, was funktioniert, in deinen Favoriten." : "Run it in the model you already use, and save the ones that work to your favorites.";
export const sign_up_free = (): string => locale() === 'de' ? "Kostenlos registrieren" : "Sign Up Free";
export const signing_up_is_free = (): string => locale() === 'de' ? "Die Registrierung ist kostenlos und dauert eine Minute." : "Signing up is free and takes a minute.";
export const subscribe_now = (): string => locale() === 'de' ? "Jetzt abonnieren" : "Subscribe Now";
export const your_next_prompt_is_already_written = (): string => locale() === 'de' ? "Dein nächster Prompt ist schon geschrieben." : "Your next prompt is already written.";
