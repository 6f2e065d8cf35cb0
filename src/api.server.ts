import type { Context } from 'hono';
import { createRouter, guard } from '#access/router.server.ts';
import { answerStream } from '#library/answers/answer-stream.server.ts';
import {
  answerPromptRoute,
  answerStepPromptRoute,
  deleteResultRoute,
  getResultRoute,
  keepResultRoute,
  listDeletedResultsRoute,
  listResultsRoute,
} from '#library/answers/answers.contract.ts';
import { eraseValuesRoute, listValuesRoute, saveValuesRoute } from '#library/blanks/values.contract.ts';
import { getCategoriesRoute } from '#library/catalog/public/categories.contract.ts';
import { slugify } from '#library/catalog/public/slugs.ts';
import { recordViewRoute } from '#library/catalog/views.contract.ts';
import { createCollectionsApi } from '#library/collections/collections-api.server.ts';
import {
  addCommentRoute,
  deleteCommentRoute,
  getCommentRoute,
  listCommentsRoute,
  listRepliesRoute,
  updateCommentRoute,
} from '#library/comments/comments.contract.ts';
import { createModerationApi } from '#library/comments/moderation-api.server.ts';
import { getRecentRoute } from '#library/dashboard/recent.contract.ts';
import { getStatsRoute } from '#library/dashboard/stats.contract.ts';
import { downloadRoute } from '#library/downloads/downloads.contract.ts';
import { addFavoriteRoute, removeFavoriteRoute } from '#library/favorites/favorites.contract.ts';
import { createHistoryApi } from '#library/history/history-api.server.ts';
import { createImportsApi } from '#library/import/imports-api.server.ts';
import { exportLibraryRoute } from '#library/import/library-export.contract.ts';
import { createMyVersionsApi } from '#library/my-versions/my-versions-api.server.ts';
import {
  getOutcomesRoute,
  removeOutcomeRoute,
  reportOutcomeRoute,
} from '#library/outcomes/outcomes.contract.ts';
import { createPlaybookVersionsApi } from '#library/playbooks/playbook-versions-api.server.ts';
import {
  copyStepPromptRoute,
  getPlaybookRoute,
  listPlaybooksRoute,
  setProgressRoute,
} from '#library/playbooks/playbooks.contract.ts';
import { copyPromptRoute, getPromptRoute, listPromptsRoute } from '#library/prompts/prompts.contract.ts';
import {
  deleteRunRoute,
  exportRunRoute,
  getRunRoute,
  listRunsRoute,
  saveRunStepRoute,
  startRunRoute,
  updateRunRoute,
} from '#library/runs/runs.contract.ts';
import { getVersionRoute, listVersionsRoute } from '#library/versions/versions.contract.ts';
import { addVoteRoute, removeVoteRoute } from '#library/votes/votes.contract.ts';
import {
  cancelPlanRoute,
  changePlanRoute,
  getCheckoutRoute,
  getSubscriptionRoute,
  portalRoute,
  previewChangeRoute,
  resumePlanRoute,
} from '#money/billing/public/billing.contract.ts';
import { createSandboxApi } from '#money/billing/sandbox/sandbox-api.server.ts';
import { createGiftsApi } from '#money/gifts/gifts-api.server.ts';
import { createOffersApi } from '#money/offers/offers-api.server.ts';
import { listTiersRoute } from '#money/tiers/tiers.contract.ts';
import { createAuditApi } from '#owner/audit/audit-api.server.ts';
import { createCategoriesAdminApi } from '#owner/categories/categories-admin-api.server.ts';
import { createFiguresApi } from '#owner/figures/figures-api.server.ts';
import { createMailingsApi } from '#owner/mailings/mailings-api.server.ts';
import { createMembersAdminApi } from '#owner/members/members-admin-api.server.ts';
import { createFeedsApi, keyOfBasic } from '#pages/seo/feeds-api.server.ts';
import { createSessionsApi } from '#people/auth/sessions/sessions-api.server.ts';
import {
  deleteProfileRoute,
  describeDeletionRoute,
  exportProfileRoute,
} from '#people/members/members.contract.ts';
import { getProfileRoute, updateProfileRoute } from '#people/session/public/profile.contract.ts';
import { allOf, pageOf } from '#platform/database/list-page.server.ts';
import { AppError } from '#platform/errors.ts';
import { errorAnswer } from '#platform/http/http.server.ts';
import { sendFile } from '#platform/http/send-file.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { createConnectionsApi } from '#reach/connect/connections-api.server.ts';
import { createKeysApi } from '#reach/keys/keys-api.server.ts';
import { webhookRoutes } from '#reach/webhooks/webhook-payloads.ts';
import { createWebhooksApi } from '#reach/webhooks/webhooks-api.server.ts';
import { createOwnPagesApi } from '#site/own-pages/own-pages-api.server.ts';
import { getSettingsRoute } from '#site/settings/settings.contract.ts';
import { createAdminApi } from './admin-api.server.ts';
import type { Services } from './services.server.ts';

/** What the API says of itself before its endpoints. */
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

/**
 * The data API under `/api/v1`: each endpoint beside the service that answers it. Routes say who can call them, and services ask
 * again for the row at hand.
 */
export function createApi(services: Services, log: Log, clientAddress: (c: Context) => string) {
  const router = createRouter(services.viewers);
  router.onError(errorAnswer(log));
  // What an admin has saved is seen on the next page, whichever process answers it.
  router.use('/admin/*', async (c, next) => {
    await next();
    if (c.req.method !== 'GET' && c.res.ok) await services.databaseEvents.settled();
  });

  router.use('/feed.*', async (c, next) => {
    const key = keyOfBasic(c.req.header('authorization'));
    if (key) c.req.raw.headers.set('authorization', `Bearer ${key}`);
    await next();
    c.header('Cache-Control', 'private, no-store');
    if (c.res.status === 401) c.header('WWW-Authenticate', 'Basic realm="API key as the password"');
  });

  const {
    answers,
    auth,
    billing,
    categories,
    comments,
    downloads,
    favorites,
    members,
    outcomes,
    playbooks,
    profile,
    prompts,
    recent,
    results,
    runs,
    settings,
    stats,
    tiers,
    values,
    versions,
    views,
    votes,
  } = services;
  const api = router
    .openapi(getSettingsRoute, async (c) => c.json(await settings.public(), 200))
    .openapi(listTiersRoute, async (c) => c.json(pageOf(await tiers.list(), c.req.valid('query')), 200))
    .openapi(getCategoriesRoute, async (c) => c.json(await categories.list(), 200))
    .openapi(getProfileRoute, async (c) => c.json(await profile.get(c.var.viewer), 200))
    .openapi(updateProfileRoute, async (c) =>
      c.json(await profile.update(c.var.viewer, c.req.valid('json')), 200),
    )
    .openapi(describeDeletionRoute, async (c) =>
      c.json(await billing.accountDeletion.describe(c.var.viewer), 200),
    )
    .openapi(exportProfileRoute, async (c) => {
      const { bytes, stream } = await members.export(c.var.viewer);
      return sendFile(c, { type: 'application/json', body: stream, bytes });
    })
    .openapi(exportLibraryRoute, async (c) => {
      const { bytes, stream } = await services.exportLibrary(c.var.viewer);
      return sendFile(c, { type: 'application/json', body: stream, bytes, name: 'library.json' });
    })
    .openapi(deleteProfileRoute, async (c) => {
      await auth.ownAccount.delete(c.var.viewer, c.req.valid('json'));
      return c.json({ ok: true as const }, 200);
    })
    .openapi(getSubscriptionRoute, async (c) => c.json(await billing.subscription.view(c.var.viewer), 200))
    .openapi(previewChangeRoute, async (c) => {
      const { tier, interval } = c.req.valid('query');
      return c.json(await billing.subscription.preview(c.var.viewer, tier, interval), 200);
    })
    .openapi(changePlanRoute, async (c) =>
      c.json(await billing.subscription.update(c.var.viewer, c.req.valid('json')), 200),
    )
    .openapi(cancelPlanRoute, async (c) => c.json(await billing.subscription.cancel(c.var.viewer), 200))
    .openapi(resumePlanRoute, async (c) => c.json(await billing.subscription.resume(c.var.viewer), 200))
    .openapi(portalRoute, async (c) => c.json({ url: await billing.subscription.portal(c.var.viewer) }, 200))
    .openapi(getCheckoutRoute, async (c) =>
      c.json(await billing.checkout.state(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(getStatsRoute, async (c) => c.json(await stats.get(c.var.viewer), 200))
    .openapi(listValuesRoute, async (c) =>
      c.json(pageOf(await values.list(c.var.viewer), c.req.valid('query')), 200),
    )
    .openapi(saveValuesRoute, async (c) =>
      c.json(allOf(await values.put(c.var.viewer, c.req.valid('json').values)), 200),
    )
    .openapi(eraseValuesRoute, async (c) =>
      c.json(allOf(await values.erase(c.var.viewer, c.req.valid('query').name)), 200),
    )
    .openapi(listPromptsRoute, async (c) =>
      c.json(await prompts.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(getPromptRoute, async (c) =>
      c.json(await prompts.get(c.var.viewer, c.req.valid('param').slug), 200),
    )
    .openapi(copyPromptRoute, async (c) =>
      c.json(await prompts.copy(c.var.viewer, c.req.valid('param').slug, c.req.valid('json')), 200),
    )
    .openapi(answerPromptRoute, async (c) => {
      const { values = {} } = c.req.valid('json');
      const { slug } = c.req.valid('param');
      return answerStream(await answers.prompt(c.var.viewer, slug, values, c.req.raw.signal));
    })
    .openapi(answerStepPromptRoute, async (c) => {
      const { values = {} } = c.req.valid('json');
      const place = { ...c.req.valid('param'), ...c.req.valid('query') };
      return answerStream(await answers.stepPrompt(c.var.viewer, place, values, c.req.raw.signal));
    })
    .openapi(listResultsRoute, async (c) =>
      c.json(await results.list(c.var.viewer, c.req.valid('param').slug, c.req.valid('query')), 200),
    )
    .openapi(listDeletedResultsRoute, async (c) =>
      c.json(await results.listOfDeleted(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(keepResultRoute, async (c) =>
      c.json(await results.keep(c.var.viewer, c.req.valid('param').slug, c.req.valid('json')), 201),
    )
    .openapi(getResultRoute, async (c) =>
      c.json(await results.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(deleteResultRoute, async (c) => {
      await results.delete(c.var.viewer, c.req.valid('param').id);
      return c.json({ ok: true as const }, 200);
    })
    .openapi(getOutcomesRoute, async (c) =>
      c.json(await outcomes.get(c.var.viewer, c.req.valid('param').slug), 200),
    )
    .openapi(reportOutcomeRoute, async (c) =>
      c.json(await outcomes.report(c.var.viewer, c.req.valid('param').slug, c.req.valid('json')), 200),
    )
    .openapi(removeOutcomeRoute, async (c) =>
      c.json(await outcomes.remove(c.var.viewer, c.req.valid('param').slug), 200),
    )
    .openapi(listVersionsRoute, async (c) =>
      c.json(await versions.list(c.var.viewer, c.req.valid('param').slug, c.req.valid('query')), 200),
    )
    .openapi(getVersionRoute, async (c) => {
      const { slug, number } = c.req.valid('param');
      return c.json(await versions.get(c.var.viewer, slug, number), 200);
    })
    .openapi(listPlaybooksRoute, async (c) =>
      c.json(await playbooks.list(c.var.viewer, c.req.valid('query')), 200),
    )
    .openapi(getPlaybookRoute, async (c) =>
      c.json(await playbooks.get(c.var.viewer, c.req.valid('param').slug), 200),
    )
    .openapi(copyStepPromptRoute, async (c) => {
      const place = { ...c.req.valid('param'), ...c.req.valid('query') };
      return c.json(await playbooks.copyPrompt(c.var.viewer, place, c.req.valid('json')), 200);
    })
    .openapi(setProgressRoute, async (c) => {
      const { position } = c.req.valid('json');
      return c.json(await playbooks.setPosition(c.var.viewer, c.req.valid('param').slug, position), 200);
    })
    .openapi(getRecentRoute, async (c) =>
      c.json(pageOf(await recent.list(c.var.viewer), c.req.valid('query')), 200),
    )
    .openapi(startRunRoute, async (c) =>
      c.json(await runs.start(c.var.viewer, c.req.valid('param').slug, c.req.valid('json')), 201),
    )
    .openapi(listRunsRoute, async (c) =>
      c.json(pageOf(await runs.list(c.var.viewer), c.req.valid('query')), 200),
    )
    .openapi(getRunRoute, async (c) => c.json(await runs.get(c.var.viewer, c.req.valid('param').id), 200))
    .openapi(updateRunRoute, async (c) =>
      c.json(await runs.update(c.var.viewer, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteRunRoute, async (c) => {
      await runs.delete(c.var.viewer, c.req.valid('param').id);
      return c.json({ ok: true as const }, 200);
    })
    .openapi(saveRunStepRoute, async (c) => {
      const { id, n } = c.req.valid('param');
      return c.json(await runs.saveStep(c.var.viewer, id, n, c.req.valid('json')), 200);
    })
    .openapi(exportRunRoute, async (c) => {
      const run = await runs.get(c.var.viewer, c.req.valid('param').id);
      const body = await services.exportRun(c.var.viewer, run);
      const name = `${slugify(run.name, 'run')}.md`;
      return sendFile(c, { type: 'text/markdown; charset=utf-8', body, name });
    })
    .openapi(downloadRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      const { format } = c.req.valid('query');
      const { name, type, content } = await downloads.file(c.var.viewer, collection, slug, format);
      return sendFile(c, { type, body: content, name });
    })
    .openapi(recordViewRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await views.record(c.var.viewer, collection, slug), 200);
    })
    .openapi(addVoteRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await votes.set(c.var.viewer, collection, slug, true), 200);
    })
    .openapi(removeVoteRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await votes.set(c.var.viewer, collection, slug, false), 200);
    })
    .openapi(listCommentsRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await comments.list(c.var.viewer, collection, slug, c.req.valid('query')), 200);
    })
    .openapi(listRepliesRoute, async (c) =>
      c.json(await comments.replies(c.var.viewer, c.req.valid('param'), c.req.valid('query')), 200),
    )
    .openapi(addCommentRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await comments.add(c.var.viewer, collection, slug, c.req.valid('json')), 201);
    })
    .openapi(getCommentRoute, async (c) =>
      c.json(await comments.get(c.var.viewer, c.req.valid('param').id), 200),
    )
    .openapi(updateCommentRoute, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await comments.update(c.var.viewer, id, c.req.valid('json')), 200);
    })
    .openapi(deleteCommentRoute, async (c) => {
      await comments.delete(c.var.viewer, c.req.valid('param').id);
      return c.json({ ok: true as const }, 200);
    })
    .openapi(addFavoriteRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await favorites.set(c.var.viewer, collection, slug, true), 200);
    })
    .openapi(removeFavoriteRoute, async (c) => {
      const { collection, slug } = c.req.valid('param');
      return c.json(await favorites.set(c.var.viewer, collection, slug, false), 200);
    })
    .route('/', createCollectionsApi(services))
    .route('/', createImportsApi(services))
    .route('/', createHistoryApi(services))
    .route('/', createMyVersionsApi(services))
    .route('/', createSandboxApi(services))
    // Before the offers: "gifts" is the id of none.
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
    .route('/', createAdminApi(services));

  router.openAPIRegistry.registerComponent('securitySchemes', 'accessToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  router.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' });
  for (const route of webhookRoutes) router.openAPIRegistry.registerWebhook(route);
  const anyone = guard(services.viewers, 'anyone');
  // Built on the first request: that takes a tenth of a second.
  let description: string | undefined;
  router.get('/openapi.json', anyone, (c) => {
    description ??= JSON.stringify(router.getOpenAPI31Document(about));
    return c.body(description, 200, { 'Content-Type': 'application/json' });
  });
  router.all('/*', anyone, () => {
    throw new AppError('not_found', 'There is no such endpoint. See /api/docs.');
  });
  return api;
}

/** What the typed client in the browser is made from. */
export type Api = ReturnType<typeof createApi>;
