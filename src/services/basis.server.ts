import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { createEmailPreferences } from '#people/notifications/public/notifications.service.server.ts';
import { createRateLimits } from '#platform/http/rate-limits.server.ts';
import { createMailer } from '#platform/mail/mailer.server.ts';
import { createModelLoader } from '#platform/model/model-loader.server.ts';
import { createVault } from '#platform/secret.server.ts';
import { createMediaService } from '#site/media/public/media.service.server.ts';
import { createPictureRatios, createSiteIcons } from '#site/media/public/site-icons.server.ts';
import { createStorage, guardStorage } from '#site/media/storage.server.ts';
import { createConnections } from '#site/settings/public/connections.server.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';
import { createSettingsService } from '#site/settings/settings.service.server.ts';
import type { ServiceParts } from './service-parts.ts';

/** Services that several features share. */
export function createBasis(parts: ServiceParts) {
  const { db, pool, databaseEvents, log, publicUrl } = parts;
  const accounts = writable(db, asOperator('accounts'));
  const vault = createVault(parts.appSecret);
  const rateLimits = createRateLimits({ pool, enabled: parts.rateLimits });
  const connections = createConnections({ db, vault, env: parts.connections, databaseEvents });
  const storage = guardStorage(createStorage(parts.mediaUrl, parts.dataDir));
  const settings = createSettingsService(db, databaseEvents, createPictureRatios(storage));
  const emailBranding: LoadEmailBranding = (from) => settings.emailBranding(publicUrl, from);
  return {
    accounts,
    ledger: writable(db, asOperator('payments')),
    vault,
    rateLimits,
    connections,
    hasEmailServer: async () => (await connections.mail()).server !== undefined,
    mailer: createMailer({
      jobs: parts.jobs,
      vault,
      publicUrl,
      dataDir: parts.dataDir,
      settings: connections.mail,
      log,
    }),
    emailPreferences: createEmailPreferences({ db: accounts, vault, publicUrl }),
    emailBranding,
    settings,
    loadModel: createModelLoader(connections.model),
    siteIcon: createSiteIcons(storage),
    media: createMediaService({
      db: writable(db, asOperator('media')),
      storage,
      operator: asOperator('media'),
      jobs: parts.jobs,
      log,
    }),
  };
}

export type Basis = ReturnType<typeof createBasis>;
