export type { OwnSite, SiteContent } from '../site-content.contract.ts';
