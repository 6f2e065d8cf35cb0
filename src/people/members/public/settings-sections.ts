import type { ReactNode } from 'react';

/** Sections that other features add to the account settings. `id` is the fragment in links to them. */
export type MoreSections = { id: string; title: string; content: ReactNode }[];
