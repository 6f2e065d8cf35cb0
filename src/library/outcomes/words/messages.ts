// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const change = (): string => locale() === 'de' ? "Ändern" : "Change";
export const did_it_work = (): string => locale() === 'de' ? "Hat es funktioniert?" : "Did it work?";
export const did_not_work = (): string => locale() === 'de' ? "Hat nicht funktioniert" : "Didn't work";
export const note_about = (): string => locale() === 'de' ? "Optional. Wer den Prompt geschrieben hat und das Team der Website können es lesen, ohne deinen Namen." : "Optional. The author and this site's team can read it, without your name.";
export const refused_no_such_version = (): string => locale() === 'de' ? "version: Diese Version gibt es nicht" : "version: There is no such version";
export const remove = (): string => locale() === 'de' ? "Entfernen" : "Remove";
export const remove_my_answers = (): string => locale() === 'de' ? "Alle meine Antworten entfernen" : "Remove all my answers";
export const save = (): string => locale() === 'de' ? "Speichern" : "Save";
export const tried_it = (): string => locale() === 'de' ? "Ausprobiert?" : "Tried it?";
export const tried_this_version = (): string => locale() === 'de' ? "Deine Antwort gilt für eine frühere Version. Hast du die aktuelle ausprobiert?" : "Your answer is about an earlier version. Have you tried this one?";
export const version_failed_with_model = (values: { failed: string | number; model: string | number; total: string | number; version: string | number }): string => locale() === 'de' ? `Version ${values.version} mit ${values.model}: ${values.failed} von ${values.total} fehlgeschlagen` : `Version ${values.version} with ${values.model}: ${values.failed} of ${values.total} failed`;
export const what_fails = (): string => locale() === 'de' ? "Was nicht funktioniert" : "What fails";
export const what_went_wrong = (): string => locale() === 'de' ? "Was ging schief?" : "What went wrong?";
export const what_works = (): string => locale() === 'de' ? "Was funktioniert" : "What works";
export const which_model_was_it = (): string => locale() === 'de' ? "Welches Modell war es?" : "Which model was it?";
export const with_which_model = (): string => locale() === 'de' ? "Mit welchem Modell?" : "With which model?";
export const worked = (): string => locale() === 'de' ? "Hat funktioniert" : "Worked";
export const works_with_model = <T>(values: { model: string | number; strong: (text: string) => T; total: string | number; worked: string | number }): (string | T)[] => locale() === 'de' ? [values.strong(`Funktioniert mit ${values.model}: ${values.worked} von ${values.total}`)] : [values.strong(`Works with ${values.model}: ${values.worked} of ${values.total}`)];
export const works_with_model_confirmed = <T>(values: { model: string | number; strong: (text: string) => T; total: string | number; when: string | number; worked: string | number }): (string | T)[] => locale() === 'de' ? [values.strong(`Funktioniert mit ${values.model}: ${values.worked} von ${values.total}`), `, zuletzt bestätigt ${values.when}`] : [values.strong(`Works with ${values.model}: ${values.worked} of ${values.total}`), `, last confirmed ${values.when}`];
export const you_said_it_did_not_work = (values: { model: string | number }): string => locale() === 'de' ? `Du hast gesagt, dass es mit ${values.model} nicht funktioniert hat.` : `You said it didn't work with ${values.model}.`;
export const you_said_it_worked_with_model = (values: { model: string | number }): string => locale() === 'de' ? `Du hast gesagt, dass es mit ${values.model} funktioniert hat.` : `You said it worked with ${values.model}.`;
