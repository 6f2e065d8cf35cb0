// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/language/locale.ts';

export const active_subscriptions = (): string => locale() === 'de' ? "Aktive Abos" : "Active Subscriptions";
export const detailed_analytics_coming_soon = (): string => locale() === 'de' ? "Ausführliche Statistik kommt bald" : "Detailed analytics coming soon";
export const n0_from_last_month = (): string => locale() === 'de' ? "+0 % gegenüber dem Vormonat" : "+0% from last month";
export const page_views = (): string => locale() === 'de' ? "Seitenaufrufe" : "Page Views";
export const total_revenue = (): string => locale() === 'de' ? "Umsatz gesamt" : "Total Revenue";
export const total_users = (): string => locale() === 'de' ? "Nutzer gesamt" : "Total Users";
