import type { Context } from 'hono';
import { createRouter, guard } from '#access/router.server.ts';
import { analyzePromptRoute } from '#library/analysis/public/analysis.contract.ts';
import { createAnswersApi } from '#library/answers/answers-api.server.ts';
import { createValuesApi } from '#library/blanks/values-api.server.ts';
import { createBulkApi } from '#library/bulk/bulk-api.server.ts';
import { createCatalogApi } from '#library/catalog/catalog-api.server.ts';
import { createCollectionsApi } from '#library/collections/collections-api.server.ts';
import { createCommentsApi } from '#library/comments/comments-api.server.ts';
import { createModerationApi } from '#library/comments/moderation-api.server.ts';
import { createDashboardApi } from '#library/dashboard/dashboard-api.server.ts';
import { createDownloadsApi } from '#library/downloads/downloads-api.server.ts';
import { createFavoritesApi } from '#library/favorites/favorites-api.server.ts';
import { createHistoryApi } from '#library/history/history-api.server.ts';
import { createImportsApi } from '#library/import/imports-api.server.ts';
import { createMyVersionsApi } from '#library/my-versions/my-versions-api.server.ts';
import { createOutcomesApi } from '#library/outcomes/outcomes-api.server.ts';
import { createPlaybookVersionsApi } from '#library/playbooks/playbook-versions-api.server.ts';
import { createPlaybooksAdminApi } from '#library/playbooks/playbooks-admin-api.server.ts';
import { createPlaybooksApi } from '#library/playbooks/playbooks-api.server.ts';
import { createPromptVersionsApi } from '#library/prompts/prompt-versions-api.server.ts';
import { createPromptsAdminApi } from '#library/prompts/prompts-admin-api.server.ts';
import { createPromptsApi } from '#library/prompts/prompts-api.server.ts';
import { createRunsApi } from '#library/runs/runs-api.server.ts';
import { createVotesApi } from '#library/votes/votes-api.server.ts';
import { createBillingApi } from '#money/billing/billing-api.server.ts';
import { createCheckoutRoute } from '#money/billing/public/billing.contract.ts';
import { createSandboxApi } from '#money/billing/sandbox/sandbox-api.server.ts';
import { createGiftsApi } from '#money/gifts/gifts-api.server.ts';
import { createOffersApi } from '#money/offers/offers-api.server.ts';
import { createTiersAdminApi } from '#money/tiers/tiers-admin-api.server.ts';
import { createTiersApi } from '#money/tiers/tiers-api.server.ts';
import { createAuditApi } from '#owner/audit/audit-api.server.ts';
import { createCategoriesAdminApi } from '#owner/categories/categories-admin-api.server.ts';
import { createFiguresApi } from '#owner/figures/figures-api.server.ts';
import { createFirstHourApi } from '#owner/first-hour/first-hour-api.server.ts';
import { createMailingsApi } from '#owner/mailings/mailings-api.server.ts';
import { createMembersAdminApi } from '#owner/members/members-admin-api.server.ts';
import { createOutboxApi } from '#owner/outbox/outbox-api.server.ts';
import { createFeedsApi, keyOfBasic } from '#pages/seo/feeds-api.server.ts';
import { createInviteApi } from '#people/auth/accounts/invite-api.server.ts';
import { createSessionsApi } from '#people/auth/sessions/sessions-api.server.ts';
import { createMembersApi } from '#people/members/members-api.server.ts';
import { createProfileApi } from '#people/session/profile-api.server.ts';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import { errorAnswer, toAppError } from '#platform/http/http.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { onceUnlessItFails } from '#platform/once-unless-it-fails.ts';
import { revalidated, sendRevalidated } from '#reach/api-docs/revalidated-files.server.ts';
import { securitySchemes } from '#reach/api-docs/security-schemes.ts';
import { tagOperations } from '#reach/api-docs/tag-operations.ts';
import { createConnectionsApi } from '#reach/connect/connections-api.server.ts';
import { createKeysApi } from '#reach/keys/keys-api.server.ts';
import { webhookRoutes } from '#reach/webhooks/webhook-payloads.ts';
import { createWebhooksApi } from '#reach/webhooks/webhooks-api.server.ts';
import { createSiteContentApi } from '#site/content/site-content-api.server.ts';
import { createMediaApi } from '#site/media/media-api.server.ts';
import { createOwnPagesApi } from '#site/own-pages/own-pages-api.server.ts';
import { createSettingsAdminApi } from '#site/settings/settings-admin-api.server.ts';
import { createSettingsApi } from '#site/settings/settings-api.server.ts';
import type { Services } from './services.server.ts';

/** The head of the API's description, before its endpoints. */
const about = {
  openapi: '3.1.0',
  info: {
    title: 'Promptory',
    version: '1',
    description:
      'Prices are integers in the smallest unit of the currency, such as cents; times are UTC in ISO 8601.',
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  },
  servers: [{ url: '/api/v1' }],
};

/** The challenge for a refused token (RFC 6750); without an error if no token was sent. */
const challenges: Partial<Record<ErrorCode, string>> = {
  not_signed_in: '',
  invalid_token: 'error="invalid_token", ',
  insufficient_scope: 'error="insufficient_scope", ',
};

/** The API under `/api/v1`, with the endpoints of each feature. Routes say who can call them, and services check again for each row. */
export function createApi(services: Services, log: Log, clientAddress: (c: Context) => string) {
  const router = createRouter(services.viewers);
  const answerError = errorAnswer(log);
  router.onError((error, c) => {
    const { code, scopes } = toAppError(error);
    const challenge = challenges[code];
    if (challenge !== undefined) {
      const needed = scopes.length > 0 ? `scope="${scopes.join(' ')}", ` : '';
      const metadata = `${services.publicUrl}/.well-known/oauth-protected-resource/api/v1`;
      c.header('WWW-Authenticate', `Bearer ${challenge}${needed}resource_metadata="${metadata}"`);
    }
    return answerError(error, c);
  });
  // An admin sees their own changes on the next page, whichever process answers it.
  router.use('/admin/*', async (c, next) => {
    await next();
    if (c.req.method !== 'GET' && c.res.ok) await services.databaseEvents.settled();
  });

  router.use('/feed.*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'private, no-store');
    if (c.res.status === 401) c.header('WWW-Authenticate', 'Basic realm="API key as the password"');
  });
  router.use('/feed.*', (c, next) => {
    const key = keyOfBasic(c.req.header('authorization'));
    if (key) c.req.raw.headers.set('authorization', `Bearer ${key}`);
    return next();
  });

  const api = router
    .route('/', createSettingsApi(services))
    .route('/', createTiersApi(services))
    .route('/', createCatalogApi(services))
    .route('/', createProfileApi(services))
    .route('/', createMembersApi(services))
    .route('/', createBillingApi(services))
    .route('/', createDashboardApi(services))
    .route('/', createValuesApi(services))
    .route('/', createPromptsApi(services))
    .route('/', createAnswersApi(services))
    .route('/', createOutcomesApi(services))
    .route('/', createPromptVersionsApi(services))
    .route('/', createPlaybooksApi(services))
    .route('/', createRunsApi(services))
    .route('/', createDownloadsApi(services))
    .route('/', createVotesApi(services))
    .route('/', createCommentsApi(services))
    .route('/', createFavoritesApi(services))
    .route('/', createCollectionsApi(services))
    .route('/', createImportsApi(services))
    .route('/', createHistoryApi(services))
    .route('/', createMyVersionsApi(services))
    .route('/', createSandboxApi(services))
    // Before the offers, whose `:id` would match "gifts".
    .route('/', createGiftsApi(services, clientAddress))
    .route('/', createOffersApi(services, clientAddress))
    .route('/', createFeedsApi(services, services.publicUrl))
    .route('/', createKeysApi(services))
    .route('/', createOwnPagesApi(services))
    .route('/', createPlaybookVersionsApi(services))
    .route('/', createConnectionsApi(services))
    .route('/', createWebhooksApi(services))
    .route('/', createMailingsApi(services))
    .route('/', createSessionsApi(services))
    .route('/', createMembersAdminApi(services))
    .route('/', createAuditApi(services))
    .route('/', createModerationApi(services))
    .route('/', createFiguresApi(services))
    .route('/', createCategoriesAdminApi(services))
    .route('/', createInviteApi(services))
    .route('/', createPromptsAdminApi(services))
    .route('/', createBulkApi(services))
    .route('/', createPlaybooksAdminApi(services))
    .route('/', createTiersAdminApi(services))
    .route('/', createMediaApi(services))
    .route('/', createFirstHourApi(services))
    .route('/', createOutboxApi(services))
    .route('/', createSettingsAdminApi(services))
    .route('/', createSiteContentApi(services));

  const registry = router.openAPIRegistry;
  for (const [name, scheme] of Object.entries(securitySchemes))
    registry.registerComponent('securitySchemes', name, scheme);
  for (const route of webhookRoutes) registry.registerWebhook(route);
  for (const route of [createCheckoutRoute, analyzePromptRoute])
    registry.registerPath({ ...route, servers: [{ url: '/functions/v1' }] });
  const anyone = guard(services.viewers, 'anyone');
  // Built on the first request, because that takes a tenth of a second.
  const description = onceUnlessItFails(() =>
    revalidated(
      Buffer.from(JSON.stringify(tagOperations(router.getOpenAPI31Document(about)))),
      'application/json',
    ),
  );
  router.get('/openapi.json', anyone, sendRevalidated(description.get));
  router.all('/*', anyone, () => {
    throw new AppError('not_found', 'There is no such endpoint. See /api/docs.');
  });
  return api;
}

/** The type that the typed client in the browser is made from. */
export type Api = ReturnType<typeof createApi>;
