import { createContext, RouterContextProvider } from 'react-router';
import { type CategoryServices, categoryContext } from '#library/categories/public/category-context.ts';
import { type BrowsePlaybooksServices, browsePlaybooksContext } from '#library/playbooks/browse-context.ts';
import { type BrowsePromptsServices, browsePromptsContext } from '#library/prompts/browse-context.ts';
import { type TiersServices, tiersContext } from '#money/tiers/public/tiers-context.ts';
import { type NewestServices, newestContext } from '#pages/seo/newest-context.ts';
import { type SignInOptionsServices, signInOptionsContext } from '#people/auth/public/sign-in-options.ts';
import { type SignUpTargetServices, signUpTargetContext } from '#people/auth/public/sign-up-target.ts';
import { type ApiDocsServices, apiDocsContext } from '#reach/api-docs/api-docs-context.ts';
import { type ContentServices, contentContext } from '#site/content/public/content-context.ts';
import { type OwnPagesServices, ownPagesContext } from '#site/own-pages/public/own-pages-context.ts';
import { type SiteServices, siteContext } from '#site/settings/public/site-context.ts';

/** The services for loaders of public pages, which always answer as for an anonymous visitor. */
export type LoaderServices = {
  site: SiteServices;
  prompts: BrowsePromptsServices;
  playbooks: BrowsePlaybooksServices;
  categories: CategoryServices;
  tiers: TiersServices;
  apiDocs: ApiDocsServices;
  signUpTarget: SignUpTargetServices;
  signInOptions: SignInOptionsServices;
  newest: NewestServices;
  content: ContentServices;
  ownPages: OwnPagesServices;
};

/** The nonce that marks the inline scripts of one rendering. */
export const scriptNonceContext = createContext<string>();

/** Receives the reason why a page couldn't be rendered. */
export type ReportFailure = (error: unknown) => void;
export const reportFailureContext = createContext<ReportFailure>();

/** The context of one rendering, with each page's services under that page's own key. */
export function createLoaderContext(
  services: LoaderServices,
  scriptNonce: string,
  reportFailure: ReportFailure,
) {
  const context = new RouterContextProvider();
  context.set(scriptNonceContext, scriptNonce);
  context.set(reportFailureContext, reportFailure);
  context.set(siteContext, services.site);
  context.set(browsePromptsContext, services.prompts);
  context.set(browsePlaybooksContext, services.playbooks);
  context.set(categoryContext, services.categories);
  context.set(tiersContext, services.tiers);
  context.set(apiDocsContext, services.apiDocs);
  context.set(signUpTargetContext, services.signUpTarget);
  context.set(signInOptionsContext, services.signInOptions);
  context.set(newestContext, services.newest);
  context.set(contentContext, services.content);
  context.set(ownPagesContext, services.ownPages);
  return context;
}
