import type pg from 'pg';
import type { Database } from '#access/database.ts';
import { asOperator } from '#access/operator.ts';
import type { Reads } from '#access/reads.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { createViewers } from '#access/viewers.server.ts';
import { writable } from '#access/writable.server.ts';
import { createAnalyzeService } from '#library/analysis/analyze.service.server.ts';
import { createAnswersService } from '#library/answers/answers.service.server.ts';
import { createResultsService } from '#library/answers/results.service.server.ts';
import { createRunBudget } from '#library/answers/run-budget.server.ts';
import { createValuesService } from '#library/blanks/public/values.service.server.ts';
import { createBulkService } from '#library/bulk/bulk.service.server.ts';
import { createCategoriesService } from '#library/catalog/categories.server.ts';
import { createCategoryDirectory } from '#library/catalog/public/category-directory.server.ts';
import { createCounts } from '#library/catalog/public/counts.server.ts';
import { createLists } from '#library/catalog/public/list.server.ts';
import { createMissedSearches } from '#library/catalog/public/missed-searches.server.ts';
import { createPublishDue } from '#library/catalog/publish-due.server.ts';
import { createViewsService } from '#library/catalog/views.server.ts';
import { createCollectionsService } from '#library/collections/collections.service.server.ts';
import { createCommentsService } from '#library/comments/comments.service.server.ts';
import { createModerationService } from '#library/comments/moderation.service.server.ts';
import { createModerationEmail } from '#library/comments/moderation-email.server.ts';
import { createRecentService } from '#library/dashboard/recent.service.server.ts';
import { createStatsService } from '#library/dashboard/stats.service.server.ts';
import { createDownloadsService } from '#library/downloads/downloads.service.server.ts';
import { createFavoritesService } from '#library/favorites/public/favorites.service.server.ts';
import { createHistoryService } from '#library/history/history.service.server.ts';
import { recordPlaybookView, recordPromptView } from '#library/history/public/record-history.server.ts';
import { exportLibraryFor } from '#library/import/export-library.server.ts';
import { createImportsService } from '#library/import/imports.service.server.ts';
import { createImportsWorker } from '#library/import/imports-worker.server.ts';
import { createMyVersionsService } from '#library/my-versions/my-versions.service.server.ts';
import { createOutcomesService } from '#library/outcomes/outcomes.service.server.ts';
import { createPlaybookVersionsService } from '#library/playbooks/playbook-versions.service.server.ts';
import { createPlaybooksService } from '#library/playbooks/playbooks.service.server.ts';
import { createPlaybooksAdminService } from '#library/playbooks/playbooks-admin.service.server.ts';
import { createPromptsAdminService } from '#library/prompts/prompts-admin.service.server.ts';
import { createPromptsService } from '#library/prompts/public/prompts.service.server.ts';
import { createReadablePrompts } from '#library/prompts/public/readable-prompts.server.ts';
import { runAsMarkdown } from '#library/runs/run-export.server.ts';
import type { Run } from '#library/runs/runs.contract.ts';
import { createRunsService } from '#library/runs/runs.service.server.ts';
import { createVersionsService } from '#library/versions/versions.service.server.ts';
import { createVotesService } from '#library/votes/votes.service.server.ts';
import { createBillingService } from '#money/billing/billing.service.server.ts';
import type { DeliverEvent } from '#money/billing/sandbox/sandbox.server.ts';
import { createGiftReminders } from '#money/gifts/gift-reminders.server.ts';
import { createGiftsService } from '#money/gifts/gifts.service.server.ts';
import { createGiftsAdminService } from '#money/gifts/gifts-admin.service.server.ts';
import { createOffersAdminService } from '#money/offers/offers-admin.service.server.ts';
import { createQuoteService } from '#money/offers/quote.service.server.ts';
import { createTiersService } from '#money/tiers/tiers.service.server.ts';
import { createTiersAdminService } from '#money/tiers/tiers-admin.service.server.ts';
import { createAuditService } from '#owner/audit/audit.service.server.ts';
import { createCategoriesAdminService } from '#owner/categories/categories-admin.service.server.ts';
import { createFiguresService } from '#owner/figures/figures.service.server.ts';
import { createFoldEvents, createKeepDay } from '#owner/figures/fold-events.server.ts';
import { createFirstHourService } from '#owner/first-hour/first-hour.service.server.ts';
import { createBounces } from '#owner/mailings/bounces.server.ts';
import { createMailingSender } from '#owner/mailings/mailing-sender.server.ts';
import { createMailingsDue } from '#owner/mailings/mailing-start.server.ts';
import { createMailingsService } from '#owner/mailings/mailings.service.server.ts';
import { createMissesService } from '#owner/mailings/misses.service.server.ts';
import { createOpens } from '#owner/mailings/opens.server.ts';
import { createReturnAddresses } from '#owner/mailings/return-address.server.ts';
import { createMembersAdminService } from '#owner/members/members-admin.service.server.ts';
import { createOutboxService } from '#owner/outbox/outbox.service.server.ts';
import { createMemberFeed } from '#pages/seo/member-feed.server.ts';
import { createNewestService } from '#pages/seo/newest.server.ts';
import { createSharePictures } from '#pages/share/share-pictures.server.ts';
import { createAuthService } from '#people/auth/auth.service.server.ts';
import { createAccessTokens } from '#people/auth/sessions/access-tokens.server.ts';
import { createOwnSessions } from '#people/auth/sessions/sessions-api.server.ts';
import { createMembersService } from '#people/members/members.service.server.ts';
import { createEmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { createProfileService } from '#people/session/profile.service.server.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import { createGuardedFetch } from '#platform/http/guarded-fetch.server.ts';
import { createRateLimits } from '#platform/http/rate-limits.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { createMailer } from '#platform/mail/mailer.server.ts';
import { createModelLoader } from '#platform/model/model-loader.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { createVault } from '#platform/secret.server.ts';
import { createConnectionsService } from '#reach/connect/connections.service.server.ts';
import { loadOAuthProvider } from '#reach/connect/load-oauth-provider.server.ts';
import { createKeysService } from '#reach/keys/keys.service.server.ts';
import { assertAllowedAddress } from '#reach/webhooks/allowed-address.server.ts';
import { createDeliveries } from '#reach/webhooks/deliveries.server.ts';
import { createEndEmail } from '#reach/webhooks/end-email.server.ts';
import { createWebhooksService } from '#reach/webhooks/webhooks.service.server.ts';
import { createSiteContentService } from '#site/content/public/site-content.service.server.ts';
import { createMediaService } from '#site/media/public/media.service.server.ts';
import { createSiteIcons } from '#site/media/public/site-icons.server.ts';
import { createStorage, guardStorage } from '#site/media/storage.server.ts';
import { createOwnPagesService } from '#site/own-pages/own-pages.service.server.ts';
import { createRetention } from '#site/retention/retention.service.server.ts';
import { createModelTest } from '#site/settings/model-test.service.server.ts';
import { createConnections } from '#site/settings/public/connections.server.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';
import { createSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import type { SignUpMode } from '#site/settings/public/sign-in-settings.ts';
import { createSettingsService } from '#site/settings/settings.service.server.ts';
import { createSettingsAdminService } from '#site/settings/settings-admin.service.server.ts';
import { exportParts } from './export-parts.server.ts';

type Parts = {
  db: Database;
  /** Where lists and items are read from. */
  reads: Reads;
  pool: pg.Pool;
  databaseEvents: DatabaseEvents;
  log: Log;
  appSecret: string;
  dataDir: string;
  jobs: Jobs;
  /** What the environment says of the email server and the language model. */
  connections: Parameters<typeof createConnections>[0]['env'];
  /** Whether the site makes backups by itself. */
  hasBackup: boolean;
  mediaUrl: string;
  publicUrl: string;
  rateLimits: boolean;
  isSandboxAllowed: boolean;
  stripeApiBase: string | undefined;
  /** Stands for the providers that people sign in with: a test's. */
  providersBase: string | undefined;
  deliverEvent: DeliverEvent;
  signup: SignUpMode | undefined;
  /** Hosts in private networks that the operator trusts: for what admins type, and for what anybody names. */
  privateHosts: readonly string[];
  privateProgramHosts: readonly string[];
};

/** Everything the site can do, created once per process. */
export type Services = ReturnType<typeof createServices>;

export function createServices(parts: Parts) {
  const { db, reads, pool, databaseEvents, log, publicUrl } = parts;
  // The site's own writes, without a viewer: accounts and sessions, payment events, cleaning up images.
  const accounts = writable(db, asOperator('accounts'));
  const ledger = writable(db, asOperator('payments'));
  const vault = createVault(parts.appSecret);
  const counter = writable(db, asOperator('figures'));
  const counts = createCounts(db, databaseEvents);
  const directory = createCategoryDirectory(db, databaseEvents);
  const missedSearches = createMissedSearches(db, counter, log);
  const newest = createNewestService(db, reads, counts, directory);
  const tokens = createAccessTokens({ db: accounts, vault, issuer: `${publicUrl}/auth/v1`, databaseEvents });
  const rateLimits = createRateLimits({ pool, enabled: parts.rateLimits });
  const connections = createConnections({ db, vault, env: parts.connections, databaseEvents });
  const hasEmailServer = async () => (await connections.mail()).server !== undefined;
  const mailer = createMailer({
    jobs: parts.jobs,
    vault,
    publicUrl,
    dataDir: parts.dataDir,
    settings: connections.mail,
    log,
  });
  const emailPreferences = createEmailPreferences({ db: accounts, vault, publicUrl });
  const settings = createSettingsService(db, databaseEvents);
  const signInSettings = createSignInSettings(db, databaseEvents, parts.signup);
  const values = createValuesService(db);
  const listItems = createLists({ reads, counts, databaseEvents });
  const listed = { db, reads, listItems, directory, missedSearches };
  const prompts = createPromptsService({ ...listed, values });
  const playbooks = createPlaybooksService({ ...listed, prompts, values });
  const loadModel = createModelLoader(connections.model);
  const budget = createRunBudget(db);
  const answers = createAnswersService({ db, log, loadModel, budget, prompts, playbooks, values });
  const favorites = createFavoritesService(db);
  const storage = guardStorage(createStorage(parts.mediaUrl, parts.dataDir));
  const siteIcon = createSiteIcons(storage);
  const media = createMediaService({
    db: writable(db, asOperator('media')),
    storage,
    operator: asOperator('media'),
    jobs: parts.jobs,
    log,
  });
  const emailBranding: LoadEmailBranding = (from) => settings.emailBranding(publicUrl, from);
  const { copyAllowance } = prompts;
  const billing = createBillingService({
    db: ledger,
    jobs: parts.jobs,
    vault,
    publicUrl,
    rateLimits,
    copyAllowance,
    mailer,
    emailPreferences,
    emailBranding,
    isSandboxAllowed: parts.isSandboxAllowed,
    apiBase: parts.stripeApiBase,
    deliver: parts.deliverEvent,
  });
  const { prepareRecompute, prepareWithdrawal, salesModes } = billing;
  const playbooksAdmin = createPlaybooksAdminService(db, media, salesModes);
  const selling = async () => {
    const { provider, selling: terms } = await billing.payments.resolve();
    return { mode: provider?.mode, currency: terms.currency };
  };
  /** Which payments count now; undefined where nothing can be sold. */
  const activeLedger = async () => {
    const { mode, currency } = await selling();
    return mode && { mode, currency };
  };
  const oauthProvider = loadOAuthProvider({
    db: writable(db, asOperator('programs')),
    vault,
    publicUrl,
    log,
    rateLimits,
    privateHosts: parts.privateProgramHosts,
    siteName: async () => (await settings.public()).site_name,
  });
  const mailingsDb = writable(db, asOperator('mailings'));
  const returnAddresses = createReturnAddresses(vault);
  const mailingSender = createMailingSender({
    db: mailingsDb,
    emailBranding,
    emailPreferences,
    returnAddresses,
    publicUrl,
    log,
    settings: connections.mail,
    dataDir: parts.dataDir,
  });
  const importsWorker = createImportsWorker(db, asOperator('library'), salesModes);
  const giftParts = { db: ledger, mailer, emailBranding, prepareRecompute };
  const auth = createAuthService({
    db: accounts,
    vault,
    tokens,
    mailer,
    rateLimits,
    publicUrl,
    emailBranding,
    emailPreferences,
    signInSettings,
    providersBase: parts.providersBase,
    privateHosts: parts.privateHosts,
    log,
    beforeDeletion: billing.accountDeletion.close,
    beforeRemoval: (userId) => billing.accountDeletion.closeFor(asOperator('accounts'), userId),
  });
  const assertRecent = auth.ownAccount.assertRecentForSettings;
  return {
    analyze: createAnalyzeService({ loadModel, log }),
    answers,
    auth,
    billing,
    bulk: createBulkService(db, salesModes),
    publishDue: createPublishDue(writable(db, asOperator('library'))),
    ownSessions: createOwnSessions(db),
    databaseEvents,
    newest,
    sharePictures: createSharePictures(),
    siteIcon,
    emailPreferences,
    categories: createCategoriesService(counts, directory),
    categoriesAdmin: createCategoriesAdminService(db),
    audit: createAuditService(db),
    collections: createCollectionsService(db),
    comments: createCommentsService({ db, rateLimits, publicUrl }),
    moderation: createModerationService({ db, rateLimits }),
    moderationEmail: createModerationEmail({
      mailer,
      emailPreferences,
      emailBranding,
      db: writable(db, asOperator('comments')),
    }),
    downloads: createDownloadsService({ db, publicUrl, prompts, playbooks }),
    favorites,
    history: createHistoryService(db, prompts, rateLimits),
    myVersions: createMyVersionsService(db, prompts, rateLimits),
    gifts: createGiftsService({ ...giftParts, rateLimits, salesModes }),
    giftsAdmin: createGiftsAdminService({ ...giftParts, publicUrl }),
    connections: createConnectionsService({ db, publicUrl, provider: oauthProvider, assertRecent }),
    oauthProvider,
    imports: createImportsService({ db, jobs: parts.jobs, worker: importsWorker }),
    importsWorker,
    keys: createKeysService({ db, mailer, emailBranding, assertRecent }),
    giftReminders: createGiftReminders({ ...giftParts, emailPreferences }),
    mailings: createMailingsService({
      db,
      mailer,
      rateLimits,
      emailBranding,
      emailPreferences,
      settings: connections.mail,
      wake: mailingSender.wake,
    }),
    misses: createMissesService(db),
    mailingsDue: createMailingsDue({ db: mailingsDb, wake: mailingSender.wake }),
    mailingSender,
    bounces: createBounces({ db: mailingsDb, returnAddresses }),
    opens: createOpens(mailingsDb),
    media,
    memberFeed: createMemberFeed(db, directory),
    missedSearches,
    publicUrl,
    offersAdmin: createOffersAdminService({ db, selling }),
    outcomes: createOutcomesService(db),
    ownPages: createOwnPagesService(db),
    figures: createFiguresService({ db, ledger: activeLedger }),
    foldEvents: createFoldEvents({ db, counter }),
    keepDay: createKeepDay({ db, counter, ledger: activeLedger }),
    firstHour: createFirstHourService({
      db,
      mailer,
      rateLimits,
      emailBranding,
      publicUrl,
      hasEmailServer,
      hasBackup: parts.hasBackup,
      paymentMode: async () => (await billing.connection.status()).mode,
    }),
    outbox: createOutboxService({ dataDir: parts.dataDir, isUsed: async () => !(await hasEmailServer()) }),
    membersAdmin: createMembersAdminService({ db, care: auth.care, billing: billing.memberBilling }),
    members: createMembersService({ db, rateLimits, exportParts }),
    profile: createProfileService({ db, copyAllowance, runAllowance: answers.allowance }),
    stats: createStatsService({ counts, favorites }),
    playbooks,
    playbooksAdmin,
    playbookVersions: createPlaybookVersionsService({ db, rateLimits, prompts, admin: playbooksAdmin }),
    prompts,
    promptsAdmin: createPromptsAdminService(db, media),
    quotes: createQuoteService({ db, rateLimits, selling }),
    rateLimits,
    readablePrompts: createReadablePrompts(db),
    retention: createRetention({
      db: writable(db, asOperator('retention')),
      dataDir: parts.dataDir,
      salesModes,
      forgetOldRecords: billing.forgetOldRecords,
    }),
    recent: createRecentService(db),
    results: createResultsService(db),
    runs: createRunsService(db),
    exportLibrary: (viewer: Viewer) => exportLibraryFor({ db, rateLimits }, viewer),
    exportRun: (viewer: Viewer, run: Run) => runAsMarkdown(db, viewer, run),
    settings,
    settingsAdmin: createSettingsAdminService({
      db,
      vault,
      settings,
      publicUrl,
      connection: billing.connection,
      connections,
      privateHosts: parts.privateHosts,
      tokensThisMonth: budget.usedThisMonth,
      assertRecent,
      paymentsChanged: billing.paymentsChanged,
      releasePicture: media.release,
      signup: parts.signup,
    }),
    siteContent: createSiteContentService({
      db,
      settings: settings.read,
      counts: newest.counts,
      release: media.release,
    }),
    testModel: createModelTest({ loadModel, rateLimits }),
    tiers: createTiersService(db),
    tiersAdmin: createTiersAdminService({ db: ledger, salesModes, prepareWithdrawal }),
    values,
    versions: createVersionsService(db, prompts, rateLimits),
    viewers: createViewers({ pool, databaseEvents, tokens, rateLimits, apiResource: `${publicUrl}/api/v1` }),
    views: createViewsService({
      db,
      rateLimits,
      keep: { prompt: recordPromptView, playbook: recordPlaybookView },
    }),
    votes: createVotesService(db),
    webhooks: createWebhooksService({
      db,
      vault,
      assertAllowed: (url) => assertAllowedAddress(url, parts.privateHosts),
    }),
    webhookDeliveries: createDeliveries({
      vault,
      publicUrl,
      log,
      jobs: parts.jobs,
      fetch: createGuardedFetch(parts.privateHosts),
      db: writable(db, asOperator('webhooks')),
      tellOfEnd: createEndEmail({ mailer, emailBranding }),
    }),
  };
}
