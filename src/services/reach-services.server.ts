import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { createGuardedFetch } from '#platform/http/guarded-fetch.server.ts';
import { createConnectionsService } from '#reach/connect/connections.service.server.ts';
import { loadOAuthProvider } from '#reach/connect/load-oauth-provider.server.ts';
import { createKeysService } from '#reach/keys/keys.service.server.ts';
import { createAccessEmail } from '#reach/keys/public/access-email.server.ts';
import { assertAllowedAddress } from '#reach/webhooks/allowed-address.server.ts';
import { createDeliveries } from '#reach/webhooks/deliveries.server.ts';
import { createEndEmail } from '#reach/webhooks/end-email.server.ts';
import { createWebhooksService } from '#reach/webhooks/webhooks.service.server.ts';
import type { Basis } from './basis.server.ts';
import type { PeopleServices } from './people-services.server.ts';
import type { ServiceParts } from './service-parts.ts';

/** Access for other programs. */
export function createReachServices(parts: ServiceParts, basis: Basis, { auth }: PeopleServices) {
  const { db, log, publicUrl } = parts;
  const { vault, rateLimits, settings, mailer, emailBranding } = basis;
  const { assertRecentForSettings, assertMayGiveAccess } = auth.ownAccount;
  const oauthProvider = loadOAuthProvider({
    db: writable(db, asOperator('programs')),
    vault,
    publicUrl,
    log,
    rateLimits,
    privateHosts: parts.privateProgramHosts,
    siteName: async () => (await settings.public()).site_name,
  });
  const sendAccessEmail = createAccessEmail({ mailer, emailBranding });
  const webhookDeliveries = createDeliveries({
    vault,
    publicUrl,
    log,
    jobs: parts.jobs,
    fetch: createGuardedFetch(parts.privateHosts),
    db: writable(db, asOperator('webhooks')),
    tellOfEnd: createEndEmail({ mailer, emailBranding }),
  });
  return {
    connections: createConnectionsService({
      db,
      publicUrl,
      provider: oauthProvider,
      sendAccessEmail,
      assertMayGiveAccess,
    }),
    keys: createKeysService({ db, sendAccessEmail, assertMayGiveAccess }),
    oauthProvider,
    webhookDeliveries,
    webhooks: createWebhooksService({
      db,
      vault,
      retryNow: webhookDeliveries.retryNow,
      assertAllowed: (url) => assertAllowedAddress(url, parts.privateHosts),
      assertRecent: assertRecentForSettings,
    }),
  };
}
