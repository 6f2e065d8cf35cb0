export type { SiteContent } from '../site-content.contract.ts';
