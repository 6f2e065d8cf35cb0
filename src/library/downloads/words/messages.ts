// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const download = (): string => locale() === 'de' ? "Herunterladen" : "Download";
export const download_as_agent_skill = (): string => locale() === 'de' ? "Als Agent-Skill herunterladen" : "Download as agent skill";
export const download_as_json = (): string => locale() === 'de' ? "Als JSON herunterladen" : "Download as JSON";
export const download_as_markdown = (): string => locale() === 'de' ? "Als Markdown herunterladen" : "Download as Markdown";
