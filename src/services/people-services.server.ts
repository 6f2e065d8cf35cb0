import { asOperator } from '#access/operator.ts';
import { createViewers } from '#access/viewers.server.ts';
import { createMembersAdminService } from '#owner/members/members-admin.service.server.ts';
import { createAuthService } from '#people/auth/auth.service.server.ts';
import { createAccessTokens } from '#people/auth/sessions/access-tokens.server.ts';
import { createOwnSessions } from '#people/auth/sessions/sessions-api.server.ts';
import { createMembersService } from '#people/members/members.service.server.ts';
import { createProfileService } from '#people/session/profile.service.server.ts';
import { createSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { exportParts } from '../export-parts.server.ts';
import type { Basis } from './basis.server.ts';
import type { CatalogServices } from './catalog-services.server.ts';
import type { MoneyServices } from './money-services.server.ts';
import type { ServiceParts } from './service-parts.ts';

/** Sign-in, accounts and members' own data. */
export function createPeopleServices(
  parts: ServiceParts,
  basis: Basis,
  { answers, prompts }: CatalogServices,
  { billing }: MoneyServices,
) {
  const { db, pool, databaseEvents, log, publicUrl } = parts;
  const { accounts, vault, rateLimits, mailer, emailPreferences, emailBranding } = basis;
  const tokens = createAccessTokens({ db: accounts, vault, issuer: `${publicUrl}/auth/v1`, databaseEvents });
  const auth = createAuthService({
    db: accounts,
    vault,
    tokens,
    jobs: parts.jobs,
    mailer,
    rateLimits,
    publicUrl,
    emailBranding,
    emailPreferences,
    signInSettings: createSignInSettings(db, databaseEvents, parts.signup),
    providersBase: parts.providersBase,
    privateHosts: parts.privateHosts,
    log,
    beforeDeletion: billing.accountDeletion.close,
    beforeRemoval: (userId) => billing.accountDeletion.closeFor(asOperator('accounts'), userId),
  });
  return {
    auth,
    members: createMembersService({ db, rateLimits, exportParts }),
    membersAdmin: createMembersAdminService({
      db,
      hasEmailServer: basis.hasEmailServer,
      care: auth.care,
      billing: billing.memberBilling,
    }),
    ownSessions: createOwnSessions(db),
    profile: createProfileService({
      db,
      copyAllowance: prompts.copyAllowance,
      runAllowance: answers.allowance,
    }),
    viewers: createViewers({ pool, databaseEvents, tokens, rateLimits, apiResource: `${publicUrl}/api/v1` }),
  };
}

export type PeopleServices = ReturnType<typeof createPeopleServices>;
