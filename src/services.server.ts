import type pg from 'pg';
import { createViewers } from '#access/viewers.server.ts';
import { createAccessTokens } from '#features/auth/access-tokens.server.ts';
import { createAuthService } from '#features/auth/auth.service.server.ts';
import { createBillingService } from '#features/billing/billing.service.server.ts';
import type { DeliverEvent } from '#features/billing/sandbox.server.ts';
import { createCategoriesService } from '#features/catalogue/categories.server.ts';
import { createTotals } from '#features/catalogue/totals.server.ts';
import { createViewsService } from '#features/catalogue/views.server.ts';
import { createCommentsService } from '#features/comments/comments.service.server.ts';
import { createFavouritesService } from '#features/favourites/favourites.service.server.ts';
import { createAnalyzeService } from '#features/import/analyze.service.server.ts';
import type { ModelSettings } from '#features/import/language-model.server.ts';
import { createMediaService } from '#features/media/media.service.server.ts';
import { createStorage } from '#features/media/storage.server.ts';
import { createMembersService } from '#features/members/members.service.server.ts';
import { createNotesConsent } from '#features/members/notes.service.server.ts';
import { createPlaybooksService } from '#features/playbooks/playbooks.service.server.ts';
import { createPlaybooksAdminService } from '#features/playbooks/playbooks-admin.service.server.ts';
import { createPromptsService } from '#features/prompts/prompts.service.server.ts';
import { createPromptsAdminService } from '#features/prompts/prompts-admin.service.server.ts';
import { createOutboxService } from '#features/settings/outbox.service.server.ts';
import { createSettingsService } from '#features/settings/settings.service.server.ts';
import { createSettingsAdminService } from '#features/settings/settings-admin.service.server.ts';
import { createTiersService } from '#features/tiers/tiers.service.server.ts';
import { createTiersAdminService } from '#features/tiers/tiers-admin.service.server.ts';
import { createVotesService } from '#features/votes/votes.service.server.ts';
import type { Announcements } from '#platform/announcements.server.ts';
import type { Database } from '#platform/database.server.ts';
import type { Jobs } from '#platform/jobs.server.ts';
import type { Log } from '#platform/log.server.ts';
import { createMailer } from '#platform/mail.server.ts';
import { createRateLimits } from '#platform/rate-limits.server.ts';
import { createVault } from '#platform/secret.server.ts';

type Parts = {
  db: Database;
  pool: pg.Pool;
  announcements: Announcements;
  log: Log;
  appSecret: string;
  dataDir: string;
  jobs: Jobs;
  mailFrom: string;
  smtpUrl: string | undefined;
  mediaUrl: string;
  publicUrl: string;
  rateLimits: boolean;
  isSandboxAllowed: boolean;
  stripeApiBase: string | undefined;
  languageModel: ModelSettings | undefined;
  deliverEvent: DeliverEvent;
};

/** Everything the site can do, made once a process. */
export type Services = ReturnType<typeof createServices>;

export function createServices(parts: Parts) {
  const { db, pool, announcements, log, publicUrl } = parts;
  const vault = createVault(parts.appSecret);
  const totals = createTotals(announcements);
  const tokens = createAccessTokens({ db, vault, issuer: `${publicUrl}/auth/v1` });
  const rateLimits = createRateLimits({ pool, enabled: parts.rateLimits });
  const mailer = createMailer({
    ...{ jobs: parts.jobs, vault, publicUrl, dataDir: parts.dataDir },
    ...{ from: parts.mailFrom, smtpUrl: parts.smtpUrl },
  });
  const consent = createNotesConsent({ db, vault, publicUrl });
  const settings = createSettingsService(db, announcements);
  const prompts = createPromptsService(db, pool, totals);
  const favourites = createFavouritesService(db);
  const media = createMediaService(db, createStorage(parts.mediaUrl, parts.dataDir), log);
  const mailSite = () => settings.mailSite(publicUrl);
  const billing = createBillingService({
    ...{ db, vault, publicUrl, rateLimits, prompts, mailer, consent, mailSite },
    isSandboxAllowed: parts.isSandboxAllowed,
    apiBase: parts.stripeApiBase,
    deliver: parts.deliverEvent,
  });
  return {
    analyze: createAnalyzeService({ settings: parts.languageModel, log }),
    auth: createAuthService({
      ...{ db, vault, tokens, mailer, rateLimits, publicUrl, mailSite, consent, log },
      beforeDeletion: billing.subscription.close,
    }),
    billing,
    consent,
    categories: createCategoriesService(db, announcements),
    comments: createCommentsService({ db, rateLimits }),
    favourites,
    media,
    outbox: createOutboxService({ dataDir: parts.dataDir, isUsed: parts.smtpUrl === undefined }),
    members: createMembersService(db, { favourites, prompts }),
    playbooks: createPlaybooksService({ db, totals, prompts }),
    playbooksAdmin: createPlaybooksAdminService(db, media),
    prompts,
    promptsAdmin: createPromptsAdminService(db, media),
    rateLimits,
    settings,
    settingsAdmin: createSettingsAdminService({
      ...{ db, vault, settings, publicUrl },
      paymentsChanged: () => billing.reconcile.members(),
    }),
    tiers: createTiersService(db),
    tiersAdmin: createTiersAdminService(db),
    viewers: createViewers(pool, tokens),
    views: createViewsService(db),
    votes: createVotesService(db),
  };
}
