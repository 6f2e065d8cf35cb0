import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { createAuditService } from '#owner/audit/audit.service.server.ts';
import { createFiguresService } from '#owner/figures/figures.service.server.ts';
import { createFoldEvents, createKeepDay } from '#owner/figures/fold-events.server.ts';
import { createFirstHourService } from '#owner/first-hour/first-hour.service.server.ts';
import { createBounces } from '#owner/mailings/bounces.server.ts';
import { createMailingSender } from '#owner/mailings/mailing-sender.server.ts';
import { createMailingsDue } from '#owner/mailings/mailing-start.server.ts';
import { createMailingsService } from '#owner/mailings/mailings.service.server.ts';
import { createOpens } from '#owner/mailings/opens.server.ts';
import { createReturnAddresses } from '#owner/mailings/return-address.server.ts';
import { createUndeliveredService } from '#owner/mailings/undelivered.service.server.ts';
import { createOutboxService } from '#owner/outbox/outbox.service.server.ts';
import { readBackupState } from '#site/backup/public/newest-backup.server.ts';
import { createSiteContentService } from '#site/content/public/site-content.service.server.ts';
import { createOwnPagesService } from '#site/own-pages/own-pages.service.server.ts';
import { createRetention } from '#site/retention/retention.service.server.ts';
import { createModelTest } from '#site/settings/model-test.service.server.ts';
import { createSettingsAdminService } from '#site/settings/settings-admin.service.server.ts';
import type { Basis } from './basis.server.ts';
import type { CatalogServices } from './catalog-services.server.ts';
import type { MoneyServices } from './money-services.server.ts';
import type { PeopleServices } from './people-services.server.ts';
import type { ServiceParts } from './service-parts.ts';

/** The admin area, and features that run for the site's owner. */
export function createOwnerServices(
  parts: ServiceParts,
  basis: Basis,
  { newest, runBudget }: CatalogServices,
  { billing, selling }: MoneyServices,
  { auth }: PeopleServices,
) {
  const { db, log, publicUrl, dataDir } = parts;
  const { vault, rateLimits, connections, hasEmailServer, mailer, settings, media } = basis;
  const { emailPreferences, emailBranding } = basis;
  /** The payment mode and currency in use; undefined if nothing can be sold. */
  const activeLedger = async () => {
    const { mode, currency } = await selling();
    return mode && { mode, currency };
  };
  const counter = writable(db, asOperator('figures'));
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
    dataDir,
  });
  return {
    audit: createAuditService(db),
    bounces: createBounces({ db: mailingsDb, returnAddresses }),
    figures: createFiguresService({ db, ledger: activeLedger }),
    firstHour: createFirstHourService({
      db,
      mailer,
      rateLimits,
      emailBranding,
      publicUrl,
      mail: connections.mail,
      backups: () => readBackupState(db, parts.backupEvery),
      paymentMode: async () => (await billing.connection.status()).mode,
    }),
    foldEvents: createFoldEvents({ db, counter }),
    keepDay: createKeepDay({ db, counter, ledger: activeLedger }),
    mailings: createMailingsService({
      db,
      mailer,
      rateLimits,
      emailBranding,
      emailPreferences,
      settings: connections.mail,
      wake: mailingSender.wake,
    }),
    mailingsDue: createMailingsDue({ db: mailingsDb, wake: mailingSender.wake }),
    mailingSender,
    undelivered: createUndeliveredService(db),
    opens: createOpens(mailingsDb),
    outbox: createOutboxService({
      dataDir,
      isUsed: async () => !(await hasEmailServer()),
      assertRecent: auth.ownAccount.assertRecentForSettings,
    }),
    ownPages: createOwnPagesService(db),
    retention: createRetention({
      db: writable(db, asOperator('retention')),
      dataDir,
      salesModes: billing.salesModes,
      forgetOldRecords: billing.forgetOldRecords,
    }),
    settingsAdmin: createSettingsAdminService({
      db,
      vault,
      settings,
      publicUrl,
      connection: billing.connection,
      connections,
      privateHosts: parts.privateHosts,
      tokensThisMonth: runBudget.usedThisMonth,
      assertRecent: auth.ownAccount.assertRecentForSettings,
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
    testModel: createModelTest({ loadModel: basis.loadModel, rateLimits }),
  };
}
