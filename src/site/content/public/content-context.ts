import { createContext } from 'react-router';
import type { SiteContent } from '../site-content.contract.ts';

export type ContentServices = {
  content(): Promise<SiteContent>;
  /** What there is to count. */
  counts(): Promise<{ prompts: number; playbooks: number; users: number }>;
};

/** What the public pages say, for loaders. */
export const contentContext = createContext<ContentServices>();
