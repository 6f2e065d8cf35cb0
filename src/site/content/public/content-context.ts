import { createContext } from 'react-router';
import type { SiteContent } from '../site-content.contract.ts';

export type ContentServices = {
  content(): Promise<SiteContent>;
  /** Totals for the home page. */
  counts(): Promise<{ prompts: number; playbooks: number; users: number }>;
};

/** The texts of the public pages, for loaders. */
export const contentContext = createContext<ContentServices>();
