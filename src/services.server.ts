import { createBasis } from './services/basis.server.ts';
import { createCatalogServices } from './services/catalog-services.server.ts';
import { createLibraryServices } from './services/library-services.server.ts';
import { createMoneyServices } from './services/money-services.server.ts';
import { createOwnerServices } from './services/owner-services.server.ts';
import { createPeopleServices } from './services/people-services.server.ts';
import { createReachServices } from './services/reach-services.server.ts';
import type { ServiceParts } from './services/service-parts.ts';

/** All services of the site, created once per process. */
export type Services = ReturnType<typeof createServices>;

export function createServices(parts: ServiceParts) {
  const basis = createBasis(parts);
  const catalog = createCatalogServices(parts, basis, { currentMode: () => money.billing.currentMode() });
  const money = createMoneyServices(parts, basis, catalog);
  const people = createPeopleServices(parts, basis, catalog, money);
  const { emailPreferences, media, rateLimits, settings, siteIcon } = basis;
  return {
    databaseEvents: parts.databaseEvents,
    publicUrl: parts.publicUrl,
    emailPreferences,
    media,
    rateLimits,
    settings,
    siteIcon,
    ...catalog,
    ...money,
    ...people,
    ...createLibraryServices(parts, basis, catalog, money),
    ...createOwnerServices(parts, basis, catalog, money, people),
    ...createReachServices(parts, basis, people),
  };
}
