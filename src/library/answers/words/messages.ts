// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/locale.ts';
import { plural } from '#platform/plural.ts';

export const copied = (): string => locale() === 'de' ? "Kopiert!" : "Copied!";
export const copy_answer = (): string => locale() === 'de' ? "Antwort kopieren" : "Copy answer";
export const count_runs_left_today = (values: { count: number }): string => locale() === 'de' ? `Heute noch ${plural(values.count, { 'one': (shown) => `${shown} Ausführung`, 'other': (shown) => `${shown} Ausführungen` })}` : `${plural(values.count, { 'one': (shown) => `${shown} run`, 'other': (shown) => `${shown} runs` })} left today`;
export const cut_off = (): string => locale() === 'de' ? "Die Antwort hat die Länge erreicht, die diese Website erlaubt, und wurde abgeschnitten." : "The answer reached the length that this site allows, and was cut off.";
export const delete_it = (): string => locale() === 'de' ? "Löschen" : "Delete";
export const delete_this_result = (): string => locale() === 'de' ? "Dieses Ergebnis löschen" : "Delete this result";
export const delete_this_result_question = (): string => locale() === 'de' ? "Dieses Ergebnis löschen?" : "Delete this result?";
export const done = (): string => locale() === 'de' ? "Fertig" : "Done";
export const done_by_model = (values: { model: string | number }): string => locale() === 'de' ? `Fertig, von ${values.model}` : `Done, by ${values.model}`;
export const it_will_be_lost = (): string => locale() === 'de' ? "Es geht verloren." : "It will be lost.";
export const keep_as_result = (): string => locale() === 'de' ? "Als Ergebnis behalten" : "Keep as result";
export const kept = (): string => locale() === 'de' ? "Behalten" : "Kept";
export const model_version = (values: { model: string | number; version: string | number }): string => locale() === 'de' ? `${values.model}, Version ${values.version}` : `${values.model}, version ${values.version}`;
export const no_runs_left_today = (): string => locale() === 'de' ? "Heute sind keine Ausführungen mehr übrig. Neue gibt es um Mitternacht UTC." : "No runs left today. More are free at midnight UTC.";
export const run_here = (): string => locale() === 'de' ? "Hier ausführen" : "Run here";
export const stop = (): string => locale() === 'de' ? "Stopp" : "Stop";
export const stopped = (): string => locale() === 'de' ? "Gestoppt" : "Stopped";
export const the_answer_broke_off = (): string => locale() === 'de' ? "Die Antwort ist abgebrochen. Versuche es noch einmal." : "The answer broke off. Try again.";
export const version = (values: { version: string | number }): string => locale() === 'de' ? `Version ${values.version}` : `version ${values.version}`;
export const waiting_for_the_first_word = (): string => locale() === 'de' ? "Warten auf das erste Wort…" : "Waiting for the first word…";
export const writing = (): string => locale() === 'de' ? "Schreibt…" : "Writing…";
export const your_browser_blocked_copying = (): string => locale() === 'de' ? "Dein Browser hat das Kopieren blockiert." : "Your browser blocked copying.";
export const your_results = (): string => locale() === 'de' ? "Deine Ergebnisse" : "Your results";
