import type { ReactNode } from 'react';

/** Sections that other features add to the account settings. */
export type SettingsSections = { title: string; content: ReactNode }[];
