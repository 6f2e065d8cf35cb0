// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const loading_version = (): string => locale() === 'de' ? "Version wird geladen" : "Loading version";
export const restore_version_about = (values: { number: string | number }): string => locale() === 'de' ? `Der Text von Version ${values.number} ist wieder veröffentlicht, als neue Version.` : `The text of version ${values.number} is published again, as a new version.`;
export const restore_version_number = (values: { number: string | number }): string => locale() === 'de' ? `Version ${values.number} wiederherstellen` : `Restore version ${values.number}`;
export const saved_saved_at = (values: { savedAt: string | number }): string => locale() === 'de' ? `Gespeichert ${values.savedAt}` : `Saved ${values.savedAt}`;
export const this_version_couldnt_be_loaded = (): string => locale() === 'de' ? "Diese Version konnte nicht geladen werden." : "This version couldn't be loaded.";
export const version = (): string => "Version";
export const version_number = (values: { number: string | number }): string => `Version ${values.number}`;
export const version_number_current = (values: { number: string | number }): string => locale() === 'de' ? `Version ${values.number} (aktuell)` : `Version ${values.number} (current)`;
export const version_version_changed_version_at = (values: { version: string | number; versionAt: string | number }): string => locale() === 'de' ? `Version ${values.version}, geändert ${values.versionAt}.` : `Version ${values.version}, changed ${values.versionAt}.`;
export const what_changed = (): string => locale() === 'de' ? "Was sich geändert hat" : "What changed";
